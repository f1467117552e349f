import fc from 'fast-check';
import type { CardMood } from '../model-bank';

/** How many people there are. */
export const PEOPLE = 4;

/** One step of a history, at one of two services. Numbers choose among what there is, the newest first. */
export type Step = Act & { readonly service: number };

/** What is done. `who` is a person, `which` an order, payment page, refund, dispute or plan. */
export interface Act {
  readonly do: string;
  readonly who?: number;
  readonly which?: number;
  /** A further choice: to open the page, return a part, tell of it, turn on. */
  readonly is?: boolean;
  readonly tells?: boolean;
  /** The code that is entered. Null: none. */
  readonly code?: 'coupon' | 'gift' | null;
  readonly mood?: CardMood;
  readonly moment?: 'before' | 'after';
  readonly minutes?: number;
  readonly days?: number;
  readonly count?: number;
  readonly price?: string;
}

const who = fc.nat({ max: PEOPLE - 1 });
const which = fc.nat({ max: 5 });
const is = fc.boolean();
const seldom = fc.constantFrom(true, false, false);
const often = fc.constantFrom(true, true, false);

/** @param weight how often it is done, beside the others */
const act = (weight: number, what: string, facts: Readonly<Record<string, fc.Arbitrary<unknown>>> = {}) => ({
  weight,
  arbitrary: fc.record({ do: fc.constant(what), ...facts }) as fc.Arbitrary<Act>,
});

const one = fc.oneof(
  act(10, 'order', {
    who,
    which,
    is: often,
    code: fc.constantFrom(null, null, 'coupon', 'coupon', 'gift'),
    tells: is,
  }),
  act(6, 'open', { which, is: often }),
  act(8, 'pay', { which }),
  act(1, 'decline', { which }),
  act(1, 'delay', { which }),
  act(4, 'return', { which }),
  act(3, 'event', { which }),
  act(2, 'cancel', { which }),
  act(6, 'refund', { which, is: seldom, tells: often }),
  act(4, 'late', { which }),
  act(3, 'elsewhere', { which, is }),
  act(2, 'twice', { who, which }),
  act(2, 'fail', { which }),
  act(3, 'dispute', { which, tells: often }),
  act(4, 'decide', { which, is: often, tells: often }),
  act(4, 'withdraw', { which, is }),
  act(1, 'price', { which, price: fc.constantFrom('19.99', '24.99', '29.99') }),
  act(3, 'join', { who, which }),
  act(1, 'leave', { who, which }),
  act(2, 'capacity', { which, count: fc.nat({ max: 4 }) }),
  act(4, 'card', {
    who,
    mood: fc.constantFrom<CardMood>('works', 'poor', 'poor', 'stolen', 'asks'),
    is: often,
  }),
  act(1, 'remove_card', { who }),
  act(6, 'renew', { who, is }),
  act(3, 'jobs'),
  act(2, 'wait', { minutes: fc.constantFrom(1, 3, 20, 40) }),
  act(11, 'days', { days: fc.constantFrom(1, 3, 7, 14, 31) }),
  act(1, 'away', { is: seldom }),
  act(1, 'lose'),
  act(2, 'die', { moment: fc.constantFrom('before', 'after') }),
);

const step = fc.tuple(one, fc.nat({ max: 1 })).map(([what, service]): Step => ({ ...what, service }));

/** Histories of at most this many times; at each, one step, or two at once. */
export const histories = (most: number): fc.Arbitrary<Step[][]> =>
  fc.array(fc.oneof({ weight: 3, arbitrary: fc.tuple(step) }, fc.tuple(step, step)), {
    // Short histories show little, and fast-check prefers them.
    ...{ minLength: Math.floor(most / 2), maxLength: most, size: 'max' },
  });
