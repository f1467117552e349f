import type { BankFailure } from './objects';

/** A test card and its behaviour. */
export interface TestCard {
  readonly number: string;
  readonly brand: 'visa';
  /** For the list on the page. */
  readonly does: string;
  /** The failure of a payment on the page. Null: it succeeds. */
  readonly declined: BankFailure | null;
  /** Whether a payment on the page needs a confirmation. */
  readonly authenticates: boolean;
  /** The failure of a later charge of the saved card. Null: it succeeds. */
  readonly laterDeclined: BankFailure | null;
  readonly refundFails?: boolean;
  readonly isDisputed?: boolean;
}

const works = { brand: 'visa', declined: null, authenticates: false, laterDeclined: null } as const;
const declines = (code: string, advice: BankFailure['advice']) => {
  const failure = { code, advice };
  return { ...works, declined: failure, laterDeclined: failure };
};

/** The only cards that the bank accepts. They behave as the test cards with these numbers do at Stripe. */
export const TEST_CARDS: readonly TestCard[] = [
  { ...works, number: '4242424242424242', does: 'is accepted, now and later' },
  { ...declines('card_declined', 'new_card'), number: '4000000000000002', does: 'is declined' },
  { ...declines('insufficient_funds', 'retry'), number: '4000000000009995', does: 'has insufficient funds' },
  { ...declines('expired_card', 'new_card'), number: '4000000000000069', does: 'has expired' },
  { ...declines('stolen_card', 'none'), number: '4000000000009979', does: 'was stolen' },
  { ...works, authenticates: true, number: '4000002500003155', does: 'asks for a confirmation once' },
  {
    ...works,
    authenticates: true,
    laterDeclined: { code: 'authentication_required', advice: 'authenticate' },
    number: '4000002760003184',
    does: 'asks for a confirmation every time',
  },
  {
    ...works,
    laterDeclined: { code: 'card_declined', advice: 'new_card' },
    number: '4000000000000341',
    does: 'is accepted, and declined later',
  },
  { ...works, refundFails: true, number: '4000000000005126', does: 'is accepted; a refund fails later' },
  { ...works, isDisputed: true, number: '4000000000000259', does: 'is accepted, then disputed' },
];

/** The card with a number, with or without spaces and hyphens. Null: the bank does not accept it. */
export function testCard(typed: string): TestCard | null {
  const number = typed.replace(/[\s-]/g, '');
  return TEST_CARDS.find((card) => card.number === number) ?? null;
}

/** The card with these last digits, which identify a test card, so that no number is stored. */
export function testCardByLast4(last4: string): TestCard {
  return TEST_CARDS.find((card) => card.number.endsWith(last4))!;
}
