import { CsvError, type Options, parse } from 'csv-parse';
import { pipeline, Readable } from 'node:stream';
import { unguarded } from './cells';

/** The heading of the column that {@link errorFile} adds, and that {@link readCsv} ignores. */
export const ERROR_HEADING = 'error';

/** The cells of a row by heading. */
export type Cells = Readonly<Record<string, string>>;

/** The columns that a file may have. */
export interface CsvColumns {
  readonly headings: readonly string[];
  /** The headings that a file must have. */
  readonly required?: readonly string[];
  /** Maximum number of rows below the headings. Absent: no limit. */
  readonly maxRows?: number;
}

/** What is wrong with a file. */
export interface CsvFault {
  /** The first line of the row, counted from 1; the headings are line 1. */
  readonly line: number;
  /** The heading of the column; null if the whole row is meant. */
  readonly column: string | null;
  /** A sentence without the heading. */
  readonly detail: string;
}

export interface CsvRow {
  readonly line: number;
  /** Contains the columns of the file only. */
  readonly cells: Cells;
  /** Too many or too few cells. */
  readonly faults: readonly CsvFault[];
}

export interface CsvFile {
  /** As the file has them, without {@link ERROR_HEADING}. */
  readonly headings: readonly string[];
  /** Those of them that are not headings of the resource. Their cells are not read. */
  readonly ignored: readonly string[];
  /** Can be read once. @throws CsvRefused if the rest of the file cannot be read */
  readonly rows: AsyncIterable<CsvRow>;
}

/** The file cannot be read, or not to its end. */
export class CsvRefused extends Error {
  constructor(readonly fault: CsvFault) {
    super(fault.detail);
    this.name = 'CsvRefused';
  }
}

/** Maximum number of characters in a row. It limits the memory that a quote takes if it is never closed. */
const MAX_ROW = 1_000_000;

/** A row with its first line. */
export interface Numbered {
  readonly line: number;
  readonly cells: string[];
}

/**
 * Reads the headings, and returns the rows as a stream.
 * @throws CsvRefused if no heading is one of the resource, one is missing or there twice, or there are none
 */
export async function readCsv(source: AsyncIterable<Uint8Array>, columns: CsvColumns): Promise<CsvFile> {
  const records = parsed(source, null);
  const first = await records.next();
  const written = first.done === true ? [] : first.value.cells.map((heading) => heading.trim());
  try {
    requireHeadings(written, columns);
  } catch (error) {
    await records.return(undefined);
    throw error;
  }
  const headings = written.filter((heading) => heading !== ERROR_HEADING);
  return {
    headings,
    ignored: headings.filter((heading) => !columns.headings.includes(heading)),
    rows: rowsOf(records, written, columns.maxRows ?? Infinity),
  };
}

function requireHeadings(written: readonly string[], { headings, required = [] }: CsvColumns): void {
  const refuse = (column: string | null, detail: string): never => {
    throw new CsvRefused({ line: 1, column, detail });
  };
  if (written.length === 0) refuse(null, 'The file is empty.');
  for (const [index, heading] of written.entries()) {
    if (written.indexOf(heading) !== index) refuse(heading, 'is there more than once');
  }
  if (!written.some((heading) => headings.includes(heading)))
    refuse(written[0], `is not a heading; the headings are ${headings.join(', ')}`);
  for (const heading of required) if (!written.includes(heading)) refuse(heading, 'is missing');
}

async function* rowsOf(
  records: AsyncIterable<Numbered>,
  written: readonly string[],
  maxRows: number,
): AsyncGenerator<CsvRow> {
  let count = 0;
  for await (const { line, cells } of records) {
    if (cells.every((cell) => cell === '')) continue;
    count += 1;
    if (count > maxRows) {
      const detail = `The file has more than ${maxRows} rows. Import it in several parts.`;
      throw new CsvRefused({ line, column: null, detail });
    }
    const pairs = written.map((heading, index) => [heading, cells[index] ?? ''] as const);
    const detail = `has ${cells.length} cells, but there are ${written.length} headings`;
    yield {
      line,
      cells: Object.fromEntries(pairs.filter(([heading]) => heading !== ERROR_HEADING)),
      faults: isComplete(cells, written) ? [] : [{ line, column: null, detail }],
    };
  }
}

/** Some programs leave out empty cells at the end, and a row of an error file may lack its error. */
const isComplete = (cells: readonly string[], written: readonly string[]): boolean =>
  cells.length === written.length ||
  (cells.length < written.length &&
    written.slice(cells.length).every((heading) => heading === ERROR_HEADING));

/**
 * The records with their first lines. The parser's own count is wrong if cells contain CRLF. Guards are removed.
 *
 * @param delimiter the character between cells; null: the one that the first line has most often
 */
export async function* parsed(
  source: AsyncIterable<Uint8Array>,
  delimiter: string | null,
): AsyncGenerator<Numbered, undefined> {
  const texts = decoded(source);
  const start = await startOf(texts);
  let next = 1;
  const number = ({ record, raw }: { record: string[]; raw: string }): Numbered => {
    const line = next;
    // The last character belongs to the end of the line, which is cut off after the `\r` of CRLF.
    next += raw.slice(0, -1).split('\n').length;
    return { line, cells: record.map(unguarded) };
  };
  const parser = parse({
    raw: true,
    relax_column_count: true,
    delimiter: delimiter ?? delimiterOf(start),
    record_delimiter: ['\r\n', '\n'],
    max_record_size: MAX_ROW,
    // The types of the parser do not know that `raw` changes the records.
    on_record: number as unknown as Options['on_record'],
  });
  try {
    // The callback is needed only because pipeline demands one: an error also ends the loop.
    yield* pipeline(Readable.from(rejoined(start, texts)), parser, () => {}) as AsyncIterable<Numbered>;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new CsvRefused({ line: next, column: null, detail: detailOf(error) });
  }
}

/** The characters between cells that programs write, the usual one first. */
const DELIMITERS = [',', ';', '\t'];

/** The delimiter that the first line of a text has most often. */
function delimiterOf(text: string): string {
  const [line] = text.split('\n', 1);
  const count = (delimiter: string) => line.split(delimiter).length;
  return DELIMITERS.reduce((best, other) => (count(other) > count(best) ? other : best));
}

/** The beginning of a text, with its whole first line, if that is not too long. */
async function startOf(texts: AsyncIterator<string>): Promise<string> {
  let start = '';
  while (!start.includes('\n') && start.length < MAX_ROW) {
    const next = await texts.next();
    if (next.done === true) break;
    start += next.value;
  }
  return start;
}

async function* rejoined(start: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield start;
  yield* rest;
}

function detailOf({ code }: CsvError): string {
  if (code === 'CSV_QUOTE_NOT_CLOSED') return 'A quote is opened here and never closed.';
  if (code === 'CSV_MAX_RECORD_SIZE') {
    return `The row is longer than ${MAX_ROW} characters; perhaps a quote is not closed.`;
  }
  return 'The quotes of this row are wrong: a cell with quotes begins and ends with one, and has each quote inside twice.';
}

/** The text of UTF-8 bytes, without the byte order mark. */
async function* decoded(source: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let line = 1;
  const decode = (chunk?: Uint8Array): string => {
    try {
      return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
    } catch {
      const [before] = new TextDecoder().decode(chunk).split('\uFFFD');
      const detail = 'The file is not UTF-8. Save it as "CSV UTF-8".';
      throw new CsvRefused({ line: line + before.split('\n').length - 1, column: null, detail });
    }
  };
  for await (const chunk of source) {
    const text = decode(chunk);
    yield text;
    line += text.split('\n').length - 1;
  }
  yield decode();
}
