import fc from 'fast-check';
import { buffer } from 'node:stream/consumers';
import {
  type Cells,
  CsvRefused,
  type CsvRow,
  errorFile,
  guarded,
  joinList,
  readCsv,
  splitList,
  unguarded,
  writeCsv,
} from './index';
import { examples, it, itInBoth } from '../../../test/suite/form';

const COLUMNS = { headings: ['id', 'title', 'note'], required: ['title'] };

/** The bytes in chunks of a few, so that characters and line ends are cut. */
async function* chunks(bytes: Buffer | string): AsyncGenerator<Uint8Array> {
  const all = Buffer.from(bytes);
  const size = all.length < 10_000 ? 3 : 65_536;
  for (let start = 0; start < all.length; start += size) {
    yield await Promise.resolve(all.subarray(start, start + size));
  }
}

async function rowsOf(bytes: Buffer | string): Promise<CsvRow[]> {
  const { rows } = await readCsv(chunks(bytes), COLUMNS);
  const all: CsvRow[] = [];
  for await (const row of rows) all.push(row);
  return all;
}

const cellsOf = async (bytes: Buffer | string): Promise<Cells[]> =>
  (await rowsOf(bytes)).map(({ cells }) => cells);

const written = async (rows: Iterable<Cells>): Promise<Buffer> => buffer(writeCsv(COLUMNS.headings, rows));

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  // Texts of the characters that have a meaning in CSV files, and for the guard.
  fc.string({
    unit: fc.constantFrom(
      ...[`'`, '=', '+', '-', '@', '＝', '＠', '\t', '\r', '\n', '"', ',', ';', '|', '\\', ' ', 'a'],
    ),
  }),
);

describe('a file', () => {
  it.each([
    ['semicolons, as a spreadsheet of many countries writes it', 'id;title;note\n1;"a;b";2,50\n'],
    ['tabs', 'id\ttitle\tnote\r\n1\ta;b\t2,50\r\n'],
    ['one column', 'title\n"a;b,c"\n'],
  ])('may have %s', async (_, file) => {
    const [first] = await cellsOf(file);
    expect(first).toEqual(
      file.startsWith('title') ? { title: 'a;b,c' } : { id: '1', title: 'a;b', note: '2,50' },
    );
  });

  itInBoth('returns every cell as it was written', async () => {
    const row = fc
      .record({ id: text, title: text, note: text })
      .filter((cells) => Object.values(cells).some((cell) => cell !== ''));
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 4 }), async (rows) => {
        expect(await cellsOf(await written(rows))).toEqual(rows);
      }),
      { numRuns: examples(300) },
    );
  });

  it('begins with the byte order mark, and ends lines with CRLF', async () => {
    const bytes = await written([{ id: '1', title: 'Zoë, "live"', note: '=1+1' }]);
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(bytes.subarray(3).toString()).toBe(`id,title,note\r\n1,"Zoë, ""live""",'=1+1\r\n`);
  });

  it('is read with LF, without the mark, with columns in any order and with some left out', async () => {
    expect(await cellsOf('title,id\nOslo,1\n')).toEqual([{ title: 'Oslo', id: '1' }]);
    expect(await cellsOf('title\r\nOslo')).toEqual([{ title: 'Oslo' }]);
  });

  it('is written in a few blocks, not line by line', async () => {
    const rows = Array.from({ length: 1000 }, (_, n) => ({ id: String(n), title: 'Oslo', note: '' }));
    const blocks: Uint8Array[] = [];
    for await (const block of writeCsv(COLUMNS.headings, rows)) blocks.push(block as Uint8Array);
    expect(blocks.length).toBeLessThan(10);
    expect(await cellsOf(Buffer.concat(blocks))).toEqual(rows);
  });

  it('passes on an error of the rows', async () => {
    const rows = (function* (): Generator<Cells> {
      yield { id: '1', title: 'Oslo' };
      throw new Error('lost');
    })();
    await expect(written(rows)).rejects.toThrow('lost');
  });
});

/** What the guard leaves: a spreadsheet program reads it as a number. */
const NEGATIVE = /^-\d+(\.\d+)?$/;

describe('the guard', () => {
  itInBoth('is exactly reversible, and leaves no formula', () => {
    fc.assert(
      fc.property(text, (cell) => {
        expect(unguarded(guarded(cell))).toBe(cell);
        if (NEGATIVE.test(cell)) expect(guarded(cell)).toBe(cell);
        else expect(guarded(cell)).not.toMatch(/^[\t\r\n]|(^|[;\t\r\n])[ "]*[=+\-@＝＋－＠]/);
      }),
      { numRuns: examples(1_000) },
    );
  });

  it.each([
    ['after a line break', '\n=1+1', `'\n'=1+1`],
    ['in full width', '＝1+1', `'＝1+1`],
    ['in full width', '＠SUM(1)', `'＠SUM(1)`],
    ['after a semicolon, which ends a cell in many countries', 'Zoë;=1+1', `Zoë;'=1+1`],
    ['after a semicolon and a quote', 'Zoë;"=1+1"', `Zoë;'"=1+1"`],
    ['in the second line', 'Zoë\r\n-1', `Zoë\r\n'-1`],
    ['after a space', ' =1+1', `' =1+1`],
  ])('sees a formula %s', (_, cell, safe) => {
    expect([guarded(cell), unguarded(safe)]).toEqual([safe, cell]);
  });

  itInBoth('leaves no formula in a file that is read with semicolons', async () => {
    const row = fc.record({ id: text, title: text, note: text });
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 3 }), async (rows) => {
        for (const cell of (await written(rows)).toString().split(/[;\t\r\n]/))
          if (!NEGATIVE.test(cell)) expect(cell).not.toMatch(/^[ "]*[=+\-@＝＋－＠]/);
      }),
      { numRuns: examples(300) },
    );
  });

  it('leaves negative numbers as they are', () => {
    const cells = ['-20.00', '-3', `'-3`, '-1-1', '-', '-1.', '- 1', '-1\n'];
    const safe = ['-20.00', '-3', `''-3`, `'-1-1`, `'-`, `'-1.`, `'- 1`, `'-1\n`];
    expect(cells.map(guarded)).toEqual(safe);
    expect(safe.map(unguarded)).toEqual(cells);
  });

  it('adds and removes one quote', () => {
    expect(['=1', `'=1`, `''-1`, `'tis`, '1'].map(guarded)).toEqual([`'=1`, `''=1`, `'''-1`, `'tis`, '1']);
    expect(['=1', `'=1`, `''-1`, `'tis`].map(unguarded)).toEqual(['=1', '=1', `'-1`, `'tis`]);
  });
});

describe('a list', () => {
  it('is one cell, and comes back as it was', () => {
    expect(joinList(['a', 'b|c', 'd\\'])).toBe('a|b\\|c|d\\\\');
    expect(splitList('a|b')).toEqual(['a', 'b']);
    expect(splitList('')).toEqual([]);
    const items = fc.array(text.filter((item) => item !== ''));
    fc.assert(fc.property(items, (list) => expect(splitList(joinList(list))).toEqual(list)));
  });
});

describe('faults', () => {
  it('name the line on which a row begins', async () => {
    const rows = await rowsOf('id,title,note\r\n1,"a\r\nb",c\r\n\r\n,,\r\n2,b\r\n3,c,d,e\r\n');
    expect(rows.map(({ line, faults }) => [line, faults.map(({ detail }) => detail)])).toEqual([
      [2, []],
      [6, ['has 2 cells, but there are 3 headings']],
      [7, ['has 4 cells, but there are 3 headings']],
    ]);
  });

  it.each([
    ['', 1, null, 'The file is empty.'],
    ['number,titel\n', 1, 'number', 'is not a heading; the headings are id, title, note'],
    ['id,titel\n', 1, 'title', 'is missing'],
    ['id\n', 1, 'title', 'is missing'],
    ['title,title\n', 1, 'title', 'is there more than once'],
    ['title\na\n"b\nc\n', 3, null, 'A quote is opened here and never closed.'],
    ['title\na\n"b" c\n', 3, null, expect.stringContaining('The quotes of this row are wrong')],
    [`title\n"${'x'.repeat(1_100_000)}`, 2, null, expect.stringContaining('longer than 1000000 characters')],
    [Buffer.from('title\na\nZo\xeb\n', 'latin1'), 3, null, expect.stringContaining('not UTF-8')],
  ])('that end reading say where: %#', async (bytes, line, column, detail) => {
    const error = await rowsOf(bytes).catch((refused: unknown) => refused);
    expect(error).toBeInstanceOf(CsvRefused);
    expect((error as CsvRefused).fault).toEqual({ line, column, detail });
  });
});

describe('an error file', () => {
  it('contains the rows as they were with their faults, and can be read again', async () => {
    const faulty = [
      {
        cells: { title: `'=1`, id: 'x' },
        faults: [
          { line: 2, column: 'id', detail: 'must be a number' },
          { line: 2, column: null, detail: 'is there twice' },
        ],
      },
    ];
    const bytes = await buffer(errorFile(['title', 'id'], faulty));
    expect(bytes.subarray(3).toString()).toBe(
      `title,id,error\r\n''=1,x,id: must be a number; is there twice\r\n`,
    );
    expect(await cellsOf(bytes)).toEqual([{ title: `'=1`, id: 'x' }]);
  });
});

it('a file with too many rows is refused where they begin', async () => {
  const { rows } = await readCsv(chunks('title\na\n\nb\nc\n'), { ...COLUMNS, maxRows: 2 });
  const read: string[] = [];
  const reading = (async () => {
    for await (const { cells } of rows) read.push(cells.title);
  })();
  const detail = 'The file has more than 2 rows. Import it in several parts.';
  await expect(reading).rejects.toMatchObject({ fault: { line: 5, column: null, detail } });
  expect(read).toEqual(['a', 'b']);
});

it('reads and writes a large file with one row in memory', async () => {
  let [made, most] = [0, 0];
  const rows = (function* (): Generator<Cells> {
    for (made = 1; made <= 20_000; made += 1) yield { id: String(made), title: 'x'.repeat(100), note: '' };
  })();
  let [read, wrong] = [0, 0];
  const file = await readCsv(writeCsv(COLUMNS.headings, rows), COLUMNS);
  for await (const { cells } of file.rows) {
    read += 1;
    if (cells.id !== String(read)) wrong += 1;
    most = Math.max(most, made - read);
  }
  expect([read, wrong]).toEqual([20_000, 0]);
  // Streams buffer a bounded number of rows, however long the file is.
  expect(most).toBeLessThan(5_000);
});
