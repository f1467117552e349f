import { isUnchanged } from './entity-tag.rules';

it.each([
  ['"a"', true],
  ['W/"a"', true],
  ['"b", "a"', true],
  ['"b",W/"a"', true],
  ['*', true],
  ['"b"', false],
  ['a', false],
  ['', false],
  [undefined, false],
])('If-None-Match: %s names the version "a": %j', (header, unchanged) => {
  expect(isUnchanged(header, '"a"')).toBe(unchanged);
});
