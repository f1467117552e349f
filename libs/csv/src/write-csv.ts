import { stringify } from 'csv-stringify';
import { pipeline, Readable } from 'node:stream';
import { guarded } from './cells';
import { type Cells, type CsvFault, ERROR_HEADING } from './read-csv';

/** Cells that need quotes although they contain neither a comma nor a quote. */
const QUOTED = /[\r\n]|^\s|\s$/;

/**
 * A CSV file as a stream of bytes; rows are taken as the reader asks for them. Cells that a row does not have are empty.
 * An error of `rows` ends the stream with it.
 */
export function writeCsv(
  headings: readonly string[],
  rows: Iterable<Cells> | AsyncIterable<Cells>,
): Readable {
  const stringifier = stringify({
    bom: true,
    record_delimiter: '\r\n',
    quoted_match: QUOTED,
  });
  // The callback is needed only because pipeline demands one: an error also reaches the reader of the stream.
  return pipeline(Readable.from(lines(headings, rows)), stringifier, () => {});
}

/** A row that was refused, with what is wrong with it. */
export interface FaultyRow {
  readonly cells: Cells;
  readonly faults: readonly Pick<CsvFault, 'column' | 'detail'>[];
}

/** The refused rows as they were, with a last column that lists their faults. It can be mended and read again. */
export function errorFile(
  headings: readonly string[],
  rows: Iterable<FaultyRow> | AsyncIterable<FaultyRow>,
): Readable {
  return writeCsv([...headings, ERROR_HEADING], withErrors(rows));
}

async function* lines(
  headings: readonly string[],
  rows: Iterable<Cells> | AsyncIterable<Cells>,
): AsyncGenerator<string[]> {
  yield headings.map(guarded);
  for await (const cells of rows) yield headings.map((heading) => guarded(cells[heading] ?? ''));
}

async function* withErrors(rows: Iterable<FaultyRow> | AsyncIterable<FaultyRow>): AsyncGenerator<Cells> {
  for await (const { cells, faults } of rows) {
    const errors = faults.map(({ column, detail }) => (column === null ? detail : `${column}: ${detail}`));
    yield { ...cells, [ERROR_HEADING]: errors.join('; ') };
  }
}
