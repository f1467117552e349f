import { createHash, createHmac } from 'node:crypto';

/** The name of the method, and the first line of everything that is hashed. */
export const DRAW_FORMAT = 'fanclub-draw-v1';

/** Bytes of a seed. */
export const SEED_BYTES = 32;

/** A prize as it is drawn. */
export interface Prize {
  readonly name: string;
  /** How many entries win it. */
  readonly winners: number;
}

const sha256 = (...parts: readonly (string | Buffer)[]): string => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
};

/** Published when a contest is announced. It fixes the seed, and does not reveal it. @throws RangeError unless the seed has 32 bytes */
export function commitmentOf(contest: number, seed: Buffer): string {
  return sha256(`${DRAW_FORMAT}\n${contest}\n`, checkedSeed(seed));
}

/** Fixes the entries that are drawn from, in any order. @throws RangeError if an entry is there twice, or is no id */
export function listHashOf(contest: number, entries: readonly number[]): string {
  const sorted = ascending(entries);
  return sha256(`${DRAW_FORMAT}\n${contest}\n${sorted.length}\n`, sorted.map((id) => `${id}\n`).join(''));
}

/** The key of the scores. @param beacon empty: none */
export function keyOf(seed: Buffer, listHash: string, beacon: string): Buffer {
  return createHmac('sha256', checkedSeed(seed)).update(`${DRAW_FORMAT}\n${listHash}\n${beacon}`).digest();
}

/** The score of an entry as hex. Lower is better. */
export const scoreOf = (key: Buffer, entry: number): string =>
  createHmac('sha256', key).update(String(entry)).digest('hex');

/** All entries, the first winner first. @throws RangeError as {@link commitmentOf} and {@link listHashOf} */
export function rankingOf(
  contest: number,
  seed: Buffer,
  entries: readonly number[],
  beacon: string,
): number[] {
  const key = keyOf(seed, listHashOf(contest, entries), beacon);
  return entries
    .map((entry) => ({ entry, score: scoreOf(key, entry) }))
    .sort((a, b) => (a.score === b.score ? a.entry - b.entry : a.score < b.score ? -1 : 1))
    .map(({ entry }) => entry);
}

/** The entries that each prize goes to: the first prize takes the first ranks, each other prize the next ones. */
export function winnersOf(ranking: readonly number[], prizes: readonly Prize[]): number[][] {
  let rank = 0;
  return prizes.map(({ winners }) => ranking.slice(rank, (rank += winners)));
}

/** The ids in ascending order. @throws RangeError if one is there twice, or is no id */
export function ascending(entries: readonly number[]): number[] {
  const sorted = [...entries].sort((a, b) => a - b);
  sorted.forEach((id, place) => {
    if (!Number.isSafeInteger(id) || id < 1 || id === sorted[place - 1])
      throw new RangeError(`not an entry, or there twice: ${id}`);
  });
  return sorted;
}

function checkedSeed(seed: Buffer): Buffer {
  if (seed.length !== SEED_BYTES) throw new RangeError(`a seed has ${SEED_BYTES} bytes, not ${seed.length}`);
  return seed;
}
