import type { BankStore, Metadata } from './objects';

/** A movement of money of an account. */
export interface BankMovement {
  readonly kind: 'payment' | 'refund' | 'refund_failed';
  /** The ref of the payment or refund. */
  readonly reference: string;
  /** Minor units; negative if the money left the account. */
  readonly amount: number;
  readonly currency: string;
  readonly metadata: Metadata;
  readonly at: string;
}

/** The movements of money in a time span. */
export async function movementsOf(store: BankStore, from: Date, to: Date): Promise<BankMovement[]> {
  const paid = (await store.list('payment', from, to))
    .filter(({ content }) => content.status === 'succeeded')
    .map(({ ref, content: { amount, currency, metadata, at } }) => {
      return { kind: 'payment', reference: ref, amount, currency, metadata, at } as const;
    });
  // A refund may have been made before the time span, and fail within it.
  const refunds = await store.list('refund', new Date(0), to);
  const refunded = refunds.flatMap(({ ref, content, createdAt }): BankMovement[] => {
    const { amount, currency, metadata, status, failsAt } = content;
    const made = { reference: ref, currency, metadata };
    return [
      { ...made, kind: 'refund', amount: -amount, at: createdAt.toISOString() },
      ...(status === 'failed' ? [{ ...made, kind: 'refund_failed' as const, amount, at: failsAt! }] : []),
    ];
  });
  const isWithin = ({ at }: BankMovement): boolean => new Date(at) >= from && new Date(at) <= to;
  return [...paid, ...refunded.filter(isWithin)];
}
