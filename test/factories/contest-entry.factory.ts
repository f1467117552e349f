import type { Customer } from '../../src/domains/accounts';
import type { Contest, ContestEntry } from '../../src/domains/contests';
import { daysFrom, type New, type Seed } from './seed';

export interface ContestEntryInput extends Partial<ContestEntry> {
  contest: Contest;
  customer: Customer;
}

/** A customer's entry of yesterday, drawn neither way yet. */
export function contestEntryFactory(
  { now }: Seed,
  { contest, customer, ...overrides }: ContestEntryInput,
): New<ContestEntry> {
  return {
    fanclubId: contest.fanclubId,
    contestId: contest.id,
    customerId: customer.id,
    enteredAt: daysFrom(now, -1),
    selected: false,
    confirmed: false,
    forfeited: false,
    firstName: customer.firstName,
    lastName: customer.lastName,
    birthdate: customer.birthdate,
    ...overrides,
  };
}
