import { pauseAfter } from './back-off.rules';

it('the pause before a start doubles from a quarter of a second to fifteen seconds', () => {
  expect([1, 2, 3, 6, 7, 8, 1000].map((ends) => pauseAfter(ends))).toEqual([
    250, 500, 1000, 8000, 15_000, 15_000, 15_000,
  ]);
});
