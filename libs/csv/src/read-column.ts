import { CsvRefused, parsed } from './read-csv';

/** A cell with the line that its row begins in, counted from 1. */
export interface ColumnCell {
  readonly line: number;
  readonly text: string;
  /** It is a line of a list, and has what separates or surrounds cells: it may be a row of a file without the heading. */
  readonly isPartial: boolean;
}

/** What separates and surrounds cells. */
const CELLS = /[,;\t"]/;

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
  const place = placeOf(first, heading);
  const cells = place ? cellsOf(file, place) : linesOf(text);
  const found: ColumnCell[] = [];
  for await (const { line, text: written, isPartial } of cells) {
    const cell = written.trim();
    if (cell === '') continue;
    if (found.length === maxRows) {
      const detail = `The file has more than ${maxRows} rows. Send it in several parts.`;
      throw new CsvRefused({ line, column: null, detail });
    }
    found.push({ line, text: cell, isPartial });
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
  text
    .split(LINE_END)
    .map((line, index) => ({ line: index + 1, text: line, isPartial: CELLS.test(line.trim()) }));

/** Where a file has the column. */
interface Place {
  readonly delimiter: string;
  /** From 0. */
  readonly at: number;
}

/** The character between the headings separates all cells; the others may be inside of cells, as in `2,50`. Null: no such heading. */
function placeOf(first: string, heading: string): Place | null {
  for (const delimiter of [',', ';', '\t']) {
    const headings = first.split(delimiter).map((cell) =>
      cell
        .trim()
        .replace(/^"(.*)"$/, '$1')
        .toLowerCase(),
    );
    const at = headings.indexOf(heading);
    if (at >= 0) return { delimiter, at };
  }
  return null;
}

async function* cellsOf(file: Uint8Array, { delimiter, at }: Place): AsyncGenerator<ColumnCell> {
  let isHeading = true;
  for await (const { line, cells } of parsed(piecesOf(file), delimiter)) {
    if (!isHeading) yield { line, text: cells[at] ?? '', isPartial: false };
    isHeading = false;
  }
}

/** Bytes that are parsed at once, so that other work is done in between. */
const PIECE = 64 * 1024;

async function* piecesOf(file: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < file.length; start += PIECE)
    yield await Promise.resolve(file.subarray(start, start + PIECE));
}
