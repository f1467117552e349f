import type { BankStore, Metadata } from './objects';

/** A movement of money of an account. */
export interface BankMovement {
  readonly kind: 'payment' | 'refund' | 'refund_failed' | 'dispute' | 'dispute_won';
  /** The ref of the payment, refund or dispute. */
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
  // A refund may have been made before the time span, and fail within it; so may a dispute be won.
  const refunds = await store.list('refund', new Date(0), to);
  const refunded = refunds.flatMap(({ ref, content, createdAt }): BankMovement[] => {
    const { amount, currency, metadata, status, failsAt } = content;
    const made = { reference: ref, currency, metadata };
    return [
      { ...made, kind: 'refund', amount: -amount, at: createdAt.toISOString() },
      ...(status === 'failed' ? [{ ...made, kind: 'refund_failed' as const, amount, at: failsAt! }] : []),
    ];
  });
  const disputes = await store.list('dispute', new Date(0), to);
  const disputed = disputes.flatMap(({ ref, content }): BankMovement[] => {
    const { amount, currency, metadata, status, at, decidedAt } = content;
    const made = { reference: ref, currency, metadata };
    return [
      { ...made, kind: 'dispute', amount: -amount, at },
      ...(status === 'won' ? [{ ...made, kind: 'dispute_won' as const, amount, at: decidedAt! }] : []),
    ];
  });
  const isWithin = ({ at }: BankMovement): boolean => new Date(at) >= from && new Date(at) <= to;
  return [...paid, ...[...refunded, ...disputed].filter(isWithin)];
}
