import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { compare, subtract } from '#libs/money';
import { Sql } from '#platform/database';
import {
  type ConnectedAccount,
  Misconfigured,
  type ObservedRefund,
  PaymentProviders,
} from '#domains/payments';
import { addRefund } from './add-refund';
import type { Cause } from './payment-transitions';
import { holdOrder } from './placed-orders';
import { RefundOutcome } from './refund-outcome.service';
import { usualEffect } from './refund.rules';
import { FIND_REFUND, HOLD_REFUNDED, KNOWN_REFUND, ORDER_OF_PAYMENT } from './refunds.queries';

/** The reason of a refund that somebody made at the provider. */
const MADE_THERE = 'made at the provider';

/** Refunds that somebody made at the provider, past the service. They have their usual effect, and count like ours. */
@Injectable()
export class AdoptedRefunds {
  constructor(
    private readonly sql: Sql,
    private readonly providers: PaymentProviders,
    private readonly outcome: RefundOutcome,
    private readonly clock: Clock,
  ) {}

  /** Stores all refunds of a payment, by the provider's name of it. Known ones are followed. @throws ProviderError */
  async ofPayment(account: ConnectedAccount, payment: string, cause: Cause): Promise<void> {
    const made = await this.providers.ask(account, 'refundsOf', (client) => client.refundsOf(payment));
    // First those that failed, because their money can be refunded again.
    const [failed, others] = [true, false].map((is) =>
      made.filter(({ outcome }) => (outcome === 'failed') === is),
    );
    for (const seen of [...failed, ...others]) await this.adopt(account, seen, cause);
  }

  /** The same for one refund, by the provider's name of it. @throws ProviderError */
  async one(account: ConnectedAccount, ref: string, cause: Cause): Promise<void> {
    const seen = await this.providers.ask(account, 'observeRefund', (client) => client.observeRefund(ref));
    await this.adopt(account, seen, cause);
  }

  /** @throws Misconfigured while refunds of ours wait that do not leave so much of the payment */
  private async adopt(
    { id: account, fanclubId: fanclub }: ConnectedAccount,
    seen: ObservedRefund,
    cause: Cause,
  ): Promise<void> {
    const key = { fanclub, account, ref: seen.payment };
    const adopted = await this.sql.transaction(async (tx) => {
      const found = await tx.first(ORDER_OF_PAYMENT, key);
      if (!found) return null;
      await holdOrder(tx, { id: fanclub }, found.orderId);
      const { id: payment, amount, refunded, surplus } = (await tx.first(HOLD_REFUNDED, key))!;
      const { ref, ownNumber } = seen;
      const known = await tx.first(KNOWN_REFUND, { fanclub, payment, ref, ownNumber });
      if (known) return known.id;
      if (seen.outcome === 'failed') return null;
      const rest = compare(subtract(amount, refunded), seen.amount);
      if (rest < 0) throw new Misconfigured('refund_exceeds_payment');
      const effect = surplus ? 'keep' : usualEffect(rest === 0);
      const facts = { amount: seen.amount, effect, reason: MADE_THERE, staff: null, providerRef: ref };
      return addRefund(tx, { fanclub, payment, ...facts, now: this.clock.now() });
    });
    if (adopted === null) return;
    const refund = (await this.sql.first(FIND_REFUND, { fanclub, refund: adopted }))!;
    await this.outcome.apply(refund, seen, cause);
  }
}
