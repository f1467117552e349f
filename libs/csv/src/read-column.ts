import { CsvRefused, parsed } from './read-csv';

/** A cell with the line that its row begins in, counted from 1. */
export interface ColumnCell {
  readonly line: number;
  readonly text: string;
}

const LINE_END = /\r\n|\n|\r/;

/**
 * Reads one column of a file, and ignores the others. A file without this heading is a list with an entry on each line, as people paste
 * one. Blanks around cells are removed, and empty cells are left out.
 *
 * @throws CsvRefused if the file has more entries than `maxRows`, or cannot be read
 */
export async function readColumn(file: Uint8Array, heading: string, maxRows: number): Promise<ColumnCell[]> {
  const text = textOf(file);
  const [first] = text.split(LINE_END, 1);
  const headings = first.split(/[,;\t]/).map((cell) =>
    cell
      .trim()
      .replace(/^"(.*)"$/, '$1')
      .toLowerCase(),
  );
  const at = headings.indexOf(heading);
  const cells = at < 0 ? linesOf(text) : cellsOf(file, at);
  const found: ColumnCell[] = [];
  for await (const { line, text: written } of cells) {
    const cell = written.trim();
    if (cell === '') continue;
    if (found.length === maxRows) {
      const detail = `The file has more than ${maxRows} rows. Send it in several parts.`;
      throw new CsvRefused({ line, column: null, detail });
    }
    found.push({ line, text: cell });
  }
  return found;
}

function textOf(file: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file);
  } catch {
    const detail = 'The file is not UTF-8. Save it as "CSV UTF-8".';
    throw new CsvRefused({ line: 1, column: null, detail });
  }
}

const linesOf = (text: string): ColumnCell[] =>
  text.split(LINE_END).map((line, index) => ({ line: index + 1, text: line }));

async function* cellsOf(file: Uint8Array, at: number): AsyncGenerator<ColumnCell> {
  let isHeading = true;
  for await (const { line, cells } of parsed(piecesOf(file), [',', ';', '\t'])) {
    if (!isHeading) yield { line, text: cells[at] ?? '' };
    isHeading = false;
  }
}

/** Bytes that are parsed at once, so that other work is done in between. */
const PIECE = 64 * 1024;

async function* piecesOf(file: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < file.length; start += PIECE)
    yield await Promise.resolve(file.subarray(start, start + PIECE));
}
