import type Stripe from 'stripe';
import type { ObservedDispute } from '../payment-provider';
import { listed } from './errors';
import { observedDispute } from './mappers';

/** The disputes of an account, without those of other fan clubs that share it. @throws ProviderError */
export async function* disputesAt(
  { disputes }: Stripe.Stripe,
  fanclubId: number,
  filter: Pick<Stripe.DisputeListParams, 'created' | 'payment_intent'>,
): AsyncIterable<ObservedDispute> {
  const params = { ...filter, limit: 100, expand: ['data.payment_intent'] };
  for await (const dispute of listed(disputes.list(params))) {
    const seen = observedDispute(dispute, fanclubId);
    if (seen) yield seen;
  }
}
