import { filled, holds, itemsAt, textAt, valueAt } from './scope.ts';

const view = { title: 'Homecoming', venue: { name: 'The Pulsar Room' }, codes: [], age: 0, doors: null };
const scope = [
  { name: 'Presale', title: 'Tickets' },
  view,
  { text: { at: '{title} at {venue.name}{gone}' } },
];

describe('a path', () => {
  it.each([
    ['name', 'Presale'],
    ['title', 'Tickets'],
    ['venue.name', 'The Pulsar Room'],
    ['age', 0],
    ['venue.name.length', undefined],
    ['venue.city', undefined],
    ['none.name', undefined],
    ['constructor.name', undefined],
    ['venue.__proto__', undefined],
    ['', undefined],
  ])('%s is %p', (path, value) => expect(valueAt(scope, path)).toBe(value));

  it('. is the item', () => expect(textAt(['NOVA-7K2M', view], '.')).toBe('NOVA-7K2M'));
});

describe('a text', () => {
  it('is empty for null, objects and lists', () => {
    expect(['doors', 'venue', 'codes', 'none'].map((path) => textAt(scope, path))).toEqual(['', '', '', '']);
  });

  it('of the site contains values', () => {
    expect(textAt(scope, 'text.at')).toBe('Tickets at The Pulsar Room');
  });

  it('of the service does not: it may have braces of its own', () => {
    expect(textAt([{ title: '{title}' }], 'title')).toBe('{title}');
    expect(filled('{title}', [{ title: '{title}' }])).toBe('{title}');
  });
});

it('a condition holds for values that are not empty', () => {
  const present = ['title', 'venue', '!codes', '!age', '!doors', '!none'];
  expect(present.filter((condition) => !holds(scope, condition))).toEqual([]);
  const absent = ['!title', '!venue', 'codes', 'age', 'doors', 'none'];
  expect(absent.filter((condition) => holds(scope, condition))).toEqual([]);
});

it('what is not a list has no items', () => {
  expect([itemsAt(scope, 'title'), itemsAt(scope, 'none'), itemsAt([{ a: [1, 2] }], 'a')]).toEqual([
    [],
    [],
    [1, 2],
  ]);
});
