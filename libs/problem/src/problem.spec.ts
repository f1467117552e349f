import { pointerTo, Problem } from './index';

const KIND = { slug: 'invalid', status: 422, title: 'Some fields are invalid' };

it('has the members of RFC 9457, and only those that are known', () => {
  expect(new Problem(KIND).body('/problems', 'r1')).toEqual({
    type: '/problems/invalid',
    title: 'Some fields are invalid',
    status: 422,
    instance: 'r1',
  });
  const errors = [{ pointer: '#/price', detail: 'must be an amount' }];
  expect(new Problem(KIND, { detail: 'Please correct them.', errors }).body('/problems', 'r2')).toEqual({
    type: '/problems/invalid',
    title: 'Some fields are invalid',
    status: 422,
    detail: 'Please correct them.',
    instance: 'r2',
    errors,
  });
});

it('points to fields with any name', () => {
  expect(pointerTo('links', 0, 'url')).toBe('#/links/0/url');
  expect(pointerTo('a/b', 'c~d', 'e f')).toBe('#/a~1b/c~0d/e%20f');
  expect(pointerTo()).toBe('#');
});
