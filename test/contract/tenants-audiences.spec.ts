import { type Audience, type CustomerNumber, includes } from '../tenants/canaries';

/** The customers whom the tenant matrix lets see a row or tell it from an unknown one. The third has no active subscription. */
const MEMBERS: [audience: Audience, nobody: boolean, customers: CustomerNumber[]][] = [
  ['everybody', true, [1, 2, 3]],
  ['entitled', false, [1, 2]],
  [2, false, [2]],
  ['nobody', false, []],
];

it.each(MEMBERS)(
  'a row for %s is for visitors without a session: %s, and for the customers %j',
  (audience, nobody, customers) => {
    expect(includes(audience, [])).toBe(nobody);
    expect(([1, 2, 3] as const).filter((number) => includes(audience, [number]))).toEqual(customers);
  },
);
