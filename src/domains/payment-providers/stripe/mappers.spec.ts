import type Stripe from 'stripe';
import { observedDispute } from './mappers';

const dispute = (status: string) =>
  observedDispute(
    {
      ...{ id: 'dp_1', amount: 500, currency: 'usd', status, created: 1_780_000_000 },
      payment_intent: { id: 'pi_1', metadata: { id: '7', fanclub: '1' } },
    } as unknown as Stripe.Dispute,
    1,
  );

describe('a dispute', () => {
  it.each([
    ['needs_response', 'open'],
    ['under_review', 'open'],
    ['won', 'won'],
    ['prevented', 'won'],
    ['lost', 'lost'],
  ])('that is %s is %s', (status, outcome) => {
    expect(dispute(status)).toMatchObject({ outcome, payment: 'pi_1', ownNumber: 7, amount: '5.00' });
  });

  it.each(['warning_needs_response', 'warning_under_review', 'warning_closed'])(
    'is none while it is an inquiry: %s',
    (status) => {
      expect(dispute(status)).toBeNull();
    },
  );
});
