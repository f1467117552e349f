import { IDS_PER_CELL } from '../../src/platform/database';

/** The three clubs of the matrix: a1 and a2 belong to one organization, b1 to another. */
export const CLUBS = ['b1', 'a1', 'a2'] as const;
export type ClubName = (typeof CLUBS)[number];

/** A customer of a club, by number. */
export type CustomerNumber = 1 | 2 | 3;

/** The audience of a row: all visitors of the club, entitled ones, one customer, or none. */
export type Audience = 'everybody' | 'entitled' | 'nobody' | CustomerNumber;

/** Whether one of these customers belongs to an audience. The third customer of each club has no active subscription. */
export function includes(audience: Audience, customers: readonly CustomerNumber[]): boolean {
  if (audience === 'everybody') return true;
  return customers.some((number) => (audience === 'entitled' ? number !== 3 : number === audience));
}

/** The owner of a row. */
export interface Mark {
  readonly club: ClubName;
  readonly audience: Audience;
}

const LETTERS = { everybody: 'p', entitled: 'e', nobody: 'n', 1: '1', 2: '2', 3: '3' } as const;
const AUDIENCES = { p: 'everybody', e: 'entitled', n: 'nobody', 1: 1, 2: 2, 3: 3 } as const;
const CANARY = /canary([ab][12])([pen123])x/gi;

/** The text in every string of a row. Letters and digits only, so that slugs, hosts and escapes keep it. */
export function canary({ club, audience }: Mark): string {
  return `canary${club}${LETTERS[audience]}x`;
}

const DIGITS = { everybody: 4, entitled: 5, nobody: 6, 1: 1, 2: 2, 3: 3 } as const;
const NUMBERED: Record<number, Audience> = { 4: 'everybody', 5: 'entitled', 6: 'nobody', 1: 1, 2: 2, 3: 3 };
const ID = /(?<![\dA-Za-z-])7([123])([1-6])\d{6}(?![\dA-Za-z-])/g;

/** The first of the owner's thousand ids. All have nine digits, so that they are canaries too. */
export function firstId({ club, audience }: Mark, thousand: number): number {
  return (
    700_000_000 + (CLUBS.indexOf(club) + 1) * 10_000_000 + DIGITS[audience] * 1_000_000 + thousand * 1_000
  );
}

/** An id of the same length without a row. */
export const ABSENT_ID = 799_999_999;

/** The first id of rows that requests add. They belong to no owner and have nine digits too. */
export const NEUTRAL_ID = 800_000_000;

/** Added to these ids in a database that is a cell: SQL for the sequence `s` in pg_sequence. */
export const CELL_OFFSET = `(s.seqmin / ${IDS_PER_CELL} * ${IDS_PER_CELL})`;

/** The owners of the rows that a text shows, without repetition. */
export function canariesIn(text: string): Mark[] {
  const found = new Map<string, Mark>();
  const add = (mark: Mark) => found.set(canary(mark), mark);
  for (const [, club, letter] of text.matchAll(CANARY)) {
    add({
      club: club.toLowerCase() as ClubName,
      audience: AUDIENCES[letter.toLowerCase() as keyof typeof AUDIENCES],
    });
  }
  for (const [, club, audience] of text.matchAll(ID)) {
    add({ club: CLUBS[Number(club) - 1], audience: NUMBERED[Number(audience)] });
  }
  return [...found.values()];
}

/** Whether {@link canariesIn} would find a canary in a text that a request sends. */
export function hasCanary(text: string): boolean {
  return canariesIn(text).length > 0 || text.includes(String(ABSENT_ID));
}
