import { changedByOthers, isSame, merged } from '../../staff-app/src/api/merge';

const base = { id: 1, title: 'Oslo', city: 'Oslo', tags: ['club'], notes: [] };

it('names the fields that the other person has changed, and those that both have changed to different values', () => {
  const mine = { ...base, title: 'Bergen', city: 'Bergen' };
  const theirs = { ...base, title: 'Trondheim', city: 'Bergen', tags: ['winter'], notes: ['a note'] };
  expect(changedByOthers({ base, mine, theirs })).toEqual({
    changed: ['title', 'city', 'tags'],
    disputed: ['title'],
  });
});

it('saves the changes of both, and of disputed fields the values that the person keeps', () => {
  const mine = { ...base, title: 'Bergen', city: 'Hamar' };
  const theirs = { ...base, title: 'Trondheim', tags: ['winter'] };
  const both = { ...base, city: 'Hamar', tags: ['winter'] };
  expect(merged({ base, mine, theirs }, [])).toEqual({ ...both, title: 'Trondheim' });
  expect(merged({ base, mine, theirs }, ['title'])).toEqual({ ...both, title: 'Bergen' });
});

it('adds rows of kept lists again that the other person has deleted', () => {
  const list = (...links: object[]) => ({ links, package: { items: links } });
  const [one, two] = [
    { id: 1, name: 'One' },
    { id: 2, name: 'Two' },
  ];
  const mine = list(one, { id: 2, name: 'Mine' }, { name: 'New' });
  const versions = { base: list(one, two), mine, theirs: list({ id: 1, name: 'Theirs' }) };
  expect(merged(versions, ['links', 'package'])).toEqual(list(one, { name: 'Mine' }, { name: 'New' }));
});

it('compares values whatever the order of their fields is, but not of their lists', () => {
  expect(isSame({ a: 1, b: { c: 2, d: 3 } }, { b: { d: 3, c: 2 }, a: 1 })).toBe(true);
  expect(isSame([1, 2], [2, 1])).toBe(false);
});
