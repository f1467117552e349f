import {
  ascending,
  commitmentOf,
  DRAW_FORMAT,
  keyOf,
  listHashOf,
  type Prize,
  rankingOf,
  winnersOf,
} from './draw';

/** The published result of a draw: everything that is needed to repeat it, and no names of people. */
export interface DrawFile {
  readonly format: typeof DRAW_FORMAT;
  readonly contest: number;
  readonly commitment: string;
  readonly list_hash: string;
  /** A text that nobody could know when the list was frozen; empty: none. */
  readonly beacon: string;
  /** The 32 bytes as hex. */
  readonly seed: string;
  /** The key of the scores as hex. With few entries, another beacon may lead to the same ranking, but not to the same key. */
  readonly key: string;
  readonly prizes: readonly (Prize & { readonly entries: readonly number[] })[];
  /** Where the beacon comes from, as announced when the list was frozen. Absent: nothing was announced. Not verified. */
  readonly beacon_source?: string;
  /** ISO 8601, in UTC. Verified is only their order. */
  readonly committed_at: string;
  readonly closed_at: string;
  readonly drawn_at: string;
  /** The ids of the entries, ascending. */
  readonly entries: readonly number[];
  /** The same ids, the first winner first. The ones after the prizes are alternates. */
  readonly ranking: readonly number[];
}

/** What a draw starts from. */
export interface DrawFacts {
  readonly contest: number;
  readonly seed: Buffer;
  readonly beacon: string;
  /** Null: none was announced. */
  readonly beaconSource?: string | null;
  readonly entries: readonly number[];
  /** As published and computed before, so that verifiers refuse it if anything was altered since. Absent: all is computed. */
  readonly stored?: Pick<DrawFile, 'commitment' | 'list_hash' | 'ranking'>;
  readonly prizes: readonly Prize[];
  readonly times: Pick<DrawFile, 'committed_at' | 'closed_at' | 'drawn_at'>;
}

/** The file of a draw. @throws RangeError if an entry is there twice, or the seed is too short */
export function drawFile(facts: DrawFacts): DrawFile {
  const { contest, seed, beacon, beaconSource = null, entries, prizes, times, stored } = facts;
  const ranking = stored?.ranking ?? rankingOf(contest, seed, entries, beacon);
  const listHash = stored?.list_hash ?? listHashOf(contest, entries);
  const winners = winnersOf(ranking, prizes);
  return {
    format: DRAW_FORMAT,
    contest,
    commitment: stored?.commitment ?? commitmentOf(contest, seed),
    list_hash: listHash,
    beacon,
    ...(beaconSource !== null && { beacon_source: beaconSource }),
    seed: seed.toString('hex'),
    key: keyOf(seed, listHash, beacon).toString('hex'),
    prizes: prizes.map((prize, place) => ({ ...prize, entries: winners[place] })),
    ...times,
    entries: ascending(entries),
    ranking,
  };
}

/** Repeats a published draw. @param file the parsed JSON, untrusted @returns the problems in sentences; empty: it is as it was drawn */
export function verifyDraw(file: unknown): string[] {
  const draw = readFile(file);
  if (typeof draw === 'string') return [draw];
  const { contest, beacon, prizes, ranking } = draw;
  const seed = Buffer.from(draw.seed, 'hex');
  const winners = winnersOf(ranking, prizes);
  const expected = rankingOf(contest, seed, draw.entries, beacon);
  return [
    ...(commitmentOf(contest, seed) === draw.commitment ? [] : ['The seed is not the committed one.']),
    ...(isSame(ascending(draw.entries), draw.entries) ? [] : ['The entries are not in ascending order.']),
    ...(listHashOf(contest, draw.entries) === draw.list_hash
      ? []
      : ['The entries are not those of the published hash.']),
    ...(keyOf(seed, draw.list_hash, beacon).toString('hex') === draw.key
      ? []
      : ['The key does not follow from seed, entries and beacon.']),
    ...(isSame(expected, ranking) ? [] : ['The ranking does not follow from seed, entries and beacon.']),
    ...(prizes.every(({ entries }, place) => isSame(winners[place], entries))
      ? []
      : ['The winners are not the first of the ranking.']),
    ...timeProblems(draw),
  ];
}

/** What no file can show, for who verifies it. */
export const NOT_VERIFIED: readonly string[] = [
  'that the commitment was public before the entries closed, and the list hash before the draw: compare them with what somebody noted then',
  'that the times are true; only their order is checked',
  'the names of the prizes, and which beacon was announced',
  'that all who entered are in the list, and that the entries are of different people',
];

/** The times cannot be proved, but their order can be wrong. */
function timeProblems({ committed_at, closed_at, drawn_at }: DrawFile): string[] {
  const times = [committed_at, closed_at, drawn_at].map((time) => Date.parse(String(time)));
  if (times.some(isNaN)) return ['A time is absent, or is no time.'];
  const [committed, closed, drawn] = times;
  return [
    ...(committed <= closed ? [] : ['The commitment is later than the closing of the list.']),
    ...(closed <= drawn ? [] : ['The closing of the list is later than the draw.']),
  ];
}

/** The checked shape, or what is wrong with it. */
function readFile(file: unknown): DrawFile | string {
  const draw = (typeof file === 'object' ? file : null) as Partial<Record<keyof DrawFile, unknown>> | null;
  if (draw?.format !== DRAW_FORMAT) return `The file is not of the format ${DRAW_FORMAT}.`;
  const isWhole =
    isId(draw.contest) &&
    typeof draw.commitment === 'string' &&
    typeof draw.list_hash === 'string' &&
    typeof draw.beacon === 'string' &&
    typeof draw.key === 'string' &&
    typeof draw.seed === 'string' &&
    /^[0-9a-f]{64}$/.test(draw.seed) &&
    isIds(draw.entries) &&
    isIds(draw.ranking) &&
    Array.isArray(draw.prizes) &&
    draw.prizes.every(isPrize);
  return isWhole ? (draw as DrawFile) : 'A part of the file is absent, or is not of its kind.';
}

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;

const isIds = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every(isId) && new Set(value).size === value.length;

function isPrize(value: unknown): boolean {
  const { winners, entries } = (value ?? {}) as Partial<Record<'winners' | 'entries', unknown>>;
  return isId(winners) && isIds(entries);
}

const isSame = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every((id, place) => id === other[place]);
