import fc from 'fast-check';
import { valuesInSlots } from '../category';
import { SLOTS } from '../slots';

/** JSON values of unexpected types. */
const VARIANTS: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1.5,
  2 ** 53 + 2,
  1e300,
  '',
  [],
  ['a@x.example', 'password'],
  {},
  { toString: 'x', length: 1, password: { password: 'x' } },
];

/** Wrong JSON types for every field of every POST. */
export const wrongTypes = valuesInSlots(
  'wrong types',
  { quick: 540, full: 6_000 },
  SLOTS.filter(({ where }) => where === 'body'),
  VARIANTS,
  fc.jsonValue({ maxDepth: 4 }),
);
