import type { Member } from './member';

/** As many members are written with the same statements: enough to make round trips cheap, few enough to keep in memory. */
const BATCH = 500;

/** The members again, in batches that belong to one list of one fan club each, in the same order. */
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
