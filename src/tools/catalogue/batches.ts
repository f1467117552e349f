/** A member of a long list, as it is in the file. */
export interface Member {
  /** The list's field of the fan club, such as `customers`. */
  readonly list: string;
  readonly organization: number;
  readonly fanclub: number;
  readonly index: number;
  readonly value: unknown;
}

/** The path of a fan club, `organizations[0].fanclubs[0]`. */
export function fanclubPathOf({ organization, fanclub }: Pick<Member, 'organization' | 'fanclub'>): string {
  return `organizations[${organization}].fanclubs[${fanclub}]`;
}

/** The path of a member, `organizations[0].fanclubs[0].customers[7]`. */
export function memberPathOf(member: Omit<Member, 'value'>): string {
  return `${fanclubPathOf(member)}.${member.list}[${member.index}]`;
}

/** The number of members that are written together. A larger number needs more memory, a smaller one more round trips. */
const BATCH = 500;

/** Groups members into batches and keeps their order. All members of a batch are in the same list of the same fan club. */
export async function* batches(
  members: AsyncIterable<Member[]>,
  size = BATCH,
): AsyncGenerator<[Member, ...Member[]]> {
  let batch: Member[] = [];
  for await (const some of members) {
    for (const member of some) {
      if (batch.length === size || (batch.length > 0 && !sameList(batch[0], member))) {
        yield batch as [Member, ...Member[]];
        batch = [];
      }
      batch.push(member);
    }
  }
  if (batch.length > 0) yield batch as [Member, ...Member[]];
}

function sameList(a: Member, b: Member): boolean {
  return a.list === b.list && a.fanclub === b.fanclub && a.organization === b.organization;
}
