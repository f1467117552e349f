import { differences, isTextAsShown } from './shown';

describe('differences', () => {
  it.each<[shown: unknown, actual: unknown]>([
    [1, 1],
    [null, null],
    ['a', 'a'],
    [{ a: [1, { b: true }] }, { a: [1, { b: true }] }],
    ['…', 'text'],
    ['…', 12],
    ['…', null],
    ['…', { a: 1 }],
    [{ a: '…' }, { a: [] }],
    [[1, '…'], [1]],
    [
      [1, '…'],
      [1, 2, 3],
    ],
    [['…'], []],
    [{ a: 1, '…': '…' }, { a: 1 }],
    [
      { a: 1, '…': '…' },
      { a: 1, b: 2 },
    ],
    [
      { b: 2, '…': '…' },
      { a: 1, b: 2, c: 3 },
    ],
    [{ '…': '…' }, {}],
  ])('%j shows %j', (shown, actual) => expect(differences(shown, actual)).toEqual([]));

  it.each<[shown: unknown, actual: unknown, difference: string]>([
    [1, 2, 'answer: 1 is shown, 2 was received'],
    [1, '1', 'answer: 1 is shown, "1" was received'],
    ['1', 1, 'answer: "1" is shown, 1 was received'],
    [null, {}, 'answer: null is shown, {} was received'],
    [{}, null, 'answer: {} is shown, null was received'],
    [{}, [], 'answer: {} is shown, [] was received'],
    [[], {}, 'answer: [] is shown, {} was received'],
    ['a…', null, 'answer: "a…" is shown, null was received'],
    [{ a: { b: [1] } }, { a: { b: [2] } }, 'answer.a.b[0]: 1 is shown, 2 was received'],
    [[1], [1, 2], 'answer: 1 elements are shown, 2 were received'],
    [[1, 2, '…'], [1], 'answer: 2 elements are shown, 1 were received'],
    [['…', 1], [2], 'answer: 2 elements are shown, 1 were received'],
    [{ a: 1 }, { a: 1, b: 2, c: 3 }, 'answer: was received with b, c'],
    [{ a: 1, b: 2 }, { a: 1 }, 'answer: was received without b'],
    [{ a: '…' }, {}, 'answer: was received without a'],
    [{ a: 1, '…': '…' }, { b: 2 }, 'answer: was received without a'],
    [{ '…': '…', a: 1 }, { a: 1 }, 'answer: was received without …'],
    [{ a: 1, b: 2 }, { b: 2, a: 1 }, 'answer: the order of the fields is b, a'],
    [{ b: 2, a: 1, '…': '…' }, { a: 1, b: 2, c: 3 }, 'answer: the order of the fields is a, b'],
  ])('%j does not show %j', (shown, actual, difference) => {
    expect(differences(shown, actual)).toEqual([difference]);
  });

  it('reports every difference', () => {
    expect(differences({ a: 1, b: [2, 3] }, { a: 0, b: [2, 0] })).toHaveLength(2);
  });
});

describe('isTextAsShown', () => {
  it.each([
    ['Shipped on …', 'Shipped on June 1, 2026'],
    ['<p>…</p>', '<p>Two\nlines</p>'],
    ['…', ''],
    ['YYYY-MM-DD', '2026-06-15'],
    ['YYYY-MM-DDThh:mm:ssZ', '2026-06-15T08:00:00Z'],
    ['YYYY-MM-DDThh:mm:ss±hhmm', '2026-06-15T08:00:00-0700'],
    ['YYYY-MM-DD hh:mm:ss UTC', '2026-06-15 08:00:00 UTC'],
    ['±hh:mm', '+05:30'],
    ['a+b (c) [d] {1} ^$.*?|\\', 'a+b (c) [d] {1} ^$.*?|\\'],
  ])('%s shows %s', (shown, actual) => expect(isTextAsShown(shown, actual)).toBe(true));

  it.each([
    ['Shipped on …', 'Backordered'],
    ['a', 'b'],
    ['a', 'aa'],
    ['a.c', 'abc'],
    ['YYYY-MM-DD', '2026-6-15'],
    ['YYYY-MM-DD', '2026-06-15T08:00:00Z'],
    ['YYYY-MM-DDThh:mm:ss±hhmm', '2026-06-15T08:00:00Z'],
    ['YYYY', '2026'],
  ])('%s does not show %s', (shown, actual) => expect(isTextAsShown(shown, actual)).toBe(false));
});
