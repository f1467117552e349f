import { readColumn } from './read-column';

const read = (text: string, maxRows = 10) => readColumn(Buffer.from(text), 'code', maxRows);

describe('readColumn', () => {
  it.each([
    [
      'a list',
      'A-1\n B-2 \n\nC;3\r\n',
      [
        [1, 'A-1'],
        [2, 'B-2'],
        [4, 'C;3'],
      ],
    ],
    [
      'one column',
      'code\nA-1\nB-2',
      [
        [2, 'A-1'],
        [3, 'B-2'],
      ],
    ],
    [
      'a column between others',
      'row,"Code",price\n1,A-1,"2,50"\n2,,3\n3,B-2,1',
      [
        [2, 'A-1'],
        [4, 'B-2'],
      ],
    ],
    [
      'semicolons',
      'seat;code\n1;A-1\n2;"B\n2"\n3;C-3',
      [
        [2, 'A-1'],
        [3, 'B\n2'],
        [5, 'C-3'],
      ],
    ],
    [
      'decimal commas in other columns',
      'Preis;code\n2,50;ABC-1\n3,00;ABC-2',
      [
        [2, 'ABC-1'],
        [3, 'ABC-2'],
      ],
    ],
    ['tabs', 'seat\tcode\n1, 2\tA;1', [[2, 'A;1']]],
    ['a byte order mark', '\ufeffcode\r\nA-1', [[2, 'A-1']]],
    ['nothing', '', []],
  ])('reads %s', async (_, text, expected) => {
    expect((await read(text)).map(({ line, text }) => [line, text])).toEqual(expected);
  });

  it('reports lines of a list that may be rows of a file', async () => {
    const cells = await read('Offer code\n"A-1"\nA;1\nB-2');
    expect(cells.filter(({ isPartial }) => isPartial).map(({ line }) => line)).toEqual([2, 3]);
  });

  it('refuses more entries than it may have, and other encodings', async () => {
    await expect(read('A\nB\nC', 2)).rejects.toMatchObject({ fault: { line: 3 } });
    await expect(readColumn(Buffer.from([0xff, 0x41]), 'code', 2)).rejects.toThrow('not UTF-8');
  });
});
