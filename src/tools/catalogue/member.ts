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
