import { priceLike } from './prices.ts';

it.each([
  ['$1,250.00', '25.0', '$25.00'],
  ['$59.00', '1250.5', '$1,250.50'],
  ['CHF 59.00', '25.0', 'CHF 25.00'],
  ['59.00 kr', '0.0', '0.00 kr'],
  ['Free', '25.0', '25.00'],
])('beside %s, %s is %s', (displayPrice, amount, price) =>
  expect(priceLike(displayPrice, amount)).toBe(price),
);
