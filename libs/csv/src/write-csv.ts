import { stringify } from 'csv-stringify/sync';
import { Readable } from 'node:stream';
import { guarded } from './cells';
import { type Cells, type CsvFault, ERROR_HEADING } from './read-csv';

/** Cells that need quotes although they contain neither a comma nor a quote. */
const QUOTED = /[\r\n]|^\s|\s$/;

/** The number of lines that are written at once. One write for each line would make a long file many times slower. */
const BLOCK = 200;

/**
 * A CSV file as a stream of bytes; rows are read when the reader of the stream needs them. Cells that a row does not have are empty.
 * An error of `rows` ends the stream with this error.
 */
export function writeCsv(
  headings: readonly string[],
  rows: Iterable<Cells> | AsyncIterable<Cells>,
): Readable {
  return Readable.from(blocks(headings, rows));
}

/** A row that was refused, with what is wrong with it. */
export interface FaultyRow {
  readonly cells: Cells;
  readonly faults: readonly Pick<CsvFault, 'column' | 'detail'>[];
}

/** The refused rows as they were, with a last column that lists their faults. It can be corrected and read again. */
export function errorFile(
  headings: readonly string[],
  rows: Iterable<FaultyRow> | AsyncIterable<FaultyRow>,
): Readable {
  return writeCsv([...headings, ERROR_HEADING], withErrors(rows));
}

/** The bytes of the file, block by block, after the byte order mark. */
async function* blocks(
  headings: readonly string[],
  rows: Iterable<Cells> | AsyncIterable<Cells>,
): AsyncGenerator<Buffer> {
  yield Buffer.from('\uFEFF');
  let lines = [headings.map(guarded)];
  for await (const cells of rows) {
    lines.push(headings.map((heading) => guarded(cells[heading] ?? '')));
    if (lines.length < BLOCK) continue;
    yield written(lines);
    lines = [];
  }
  if (lines.length > 0) yield written(lines);
}

const written = (lines: readonly string[][]): Buffer =>
  Buffer.from(stringify([...lines], { record_delimiter: '\r\n', quoted_match: QUOTED }));

async function* withErrors(rows: Iterable<FaultyRow> | AsyncIterable<FaultyRow>): AsyncGenerator<Cells> {
  for await (const { cells, faults } of rows) {
    const errors = faults.map(({ column, detail }) => (column === null ? detail : `${column}: ${detail}`));
    yield { ...cells, [ERROR_HEADING]: errors.join('; ') };
  }
}
