import { type ColumnCell, guarded } from '#libs/csv';

/** The most codes of a file. */
export const MOST_CODES = 50_000;

/** The most codes that one statement writes, because it must end within the time of a statement. */
export const AT_ONCE = 5_000;

/** The codes in parts for a statement each. */
export const partsOf = (codes: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(codes.length / AT_ONCE) }, (_, n) =>
    codes.slice(n * AT_ONCE, (n + 1) * AT_ONCE),
  );

/** The most characters of a code. */
const LONGEST = 100;

/** A number as a spreadsheet program writes it after it has rounded it. */
const ROUNDED = /^\d([.,]\d+)?E\+\d+$/i;

/** What becomes of a line of a file: `new` is added or marked, the others are reported. */
export type LineKind = 'new' | 'repeated' | 'present' | 'elsewhere' | 'unusable';

/** A line of a file that is not new. */
export interface ReportedLine {
  readonly line: number;
  readonly kind: Exclude<LineKind, 'new'>;
  /** A sentence. */
  readonly detail: string;
}

/** A code that the fan club has already. */
export interface KnownCode {
  readonly code: string;
  /** Whether it is in the pool of the upload. */
  readonly isHere: boolean;
  /** The name of its pool. */
  readonly pool: string;
}

/** What a file would do. */
export interface SortedFile {
  readonly fresh: readonly string[];
  /** In the order of the file. */
  readonly lines: readonly ReportedLine[];
}

/** Why a code cannot be used. Null: it can. */
export function faultOf({ text: code, isPartial }: Omit<ColumnCell, 'line'>): string | null {
  if (isPartial) return 'The line has more than a code. Write “code” above the column with the codes.';
  if (code.length > LONGEST) return `A code has at most ${LONGEST} characters.`;
  if (/\p{C}/u.test(code)) return 'It contains characters that nobody can type.';
  if (guarded(code) !== code)
    return 'A spreadsheet reads it as a formula, so the seller could not be sent it unchanged.';
  if (ROUNDED.test(code)) return 'A spreadsheet has rounded this number. Format the column as text.';
  return null;
}

/**
 * Sorts the lines of an upload. Codes of other pools are not added, because two members could get the same code.
 * @param known the codes of the file that the fan club has
 */
export function sortUpload(cells: readonly ColumnCell[], known: readonly KnownCode[]): SortedFile {
  const here = new Set(known.filter(({ isHere }) => isHere).map(({ code }) => code));
  const elsewhere = new Map(known.filter(({ isHere }) => !isHere).map(({ code, pool }) => [code, pool]));
  return sorted(cells, (code) => {
    if (here.has(code)) return { kind: 'present', detail: 'The pool has this code already.' };
    const pool = elsewhere.get(code);
    if (pool !== undefined) return { kind: 'elsewhere', detail: `The pool “${pool}” has this code.` };
    // A heading, a total or a remark of the seller. Codes that are there already can be marked as used.
    return /\s/u.test(code) ? { kind: 'unusable', detail: 'A code has no spaces.' } : null;
  });
}

/**
 * Sorts the lines of a file of used codes.
 * @param known the codes of the file that are in the pool, and whether they are marked already
 */
export function sortUsed(
  cells: readonly ColumnCell[],
  known: readonly { readonly code: string; readonly isUsed: boolean }[],
): SortedFile {
  const marked = new Map(known.map(({ code, isUsed }) => [code, isUsed]));
  return sorted(cells, (code) => {
    const isUsed = marked.get(code);
    if (isUsed === undefined) return { kind: 'unusable', detail: 'The pool has no such code.' };
    return isUsed ? { kind: 'present', detail: 'The code is marked already.' } : null;
  });
}

function sorted(
  cells: readonly ColumnCell[],
  reportOf: (code: string) => Omit<ReportedLine, 'line'> | null,
): SortedFile {
  const fresh = new Set<string>();
  const lines = cells.flatMap((cell): ReportedLine[] => {
    const { line, text } = cell;
    const fault = faultOf(cell);
    if (fault !== null) return [{ line, kind: 'unusable', detail: fault }];
    if (fresh.has(text))
      return [{ line, kind: 'repeated', detail: 'The file has this code more than once.' }];
    const report = reportOf(text);
    if (report) return [{ line, ...report }];
    fresh.add(text);
    return [];
  });
  return { fresh: [...fresh], lines };
}

/** The most characters of a code of which nothing is shown, because two of them would be half of it. */
const SHORT = 4;

/** A code for people who may not see it: its first two characters. Of a short one, nothing. */
export function maskedCode(code: string): string {
  const characters = [...code];
  return `${characters.length > SHORT ? characters.slice(0, 2).join('') : ''}…`;
}

/**
 * A text in which codes are masked. Null stays null.
 * @param written how the text writes what is shown of a code: in an address, `encodeURIComponent`
 */
export function withMaskedCodes<T extends string | null>(
  text: T,
  codes: readonly string[],
  written = (shown: string): string => shown,
): T {
  if (text === null) return text;
  // Longer ones first: one code may begin with another.
  const longest = codes.filter((code) => code !== '').sort((one, other) => other.length - one.length);
  return longest.reduce<string>(
    (shown, code) =>
      [code, encodeURIComponent(code)].reduce(
        (part, form) => part.replaceAll(form, written(maskedCode(code))),
        shown,
      ),
    text,
  ) as T;
}
