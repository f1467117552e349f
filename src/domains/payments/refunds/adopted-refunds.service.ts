import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { compare, subtract } from '#libs/money';
import { Sql } from '#platform/database';
import {
  type ConnectedAccount,
  Misconfigured,
  type ObservedRefund,
  PaymentAccountsService,
} from '#domains/payment-providers';
import { addRefund } from './add-refund';
import { type Cause, orders } from '#domains/orders';
import { RefundOutcomesService } from './refund-outcomes.service';
import { usualEffect } from './refund.rules';
import { HOLD_REFUNDED, ORDER_OF_PAYMENT } from './refunded-payments.queries';
import { FIND_REFUND, KNOWN_REFUND } from './refunds.queries';

/** The reason of a refund that was made at the provider. */
const MADE_THERE = 'made at the provider';

/** Adopts refunds that were made at the provider, outside of the service. They take effect and count as ours do. */
@Injectable()
export class AdoptedRefundsService {
  constructor(
    private readonly sql: Sql,
    private readonly accounts: PaymentAccountsService,
    private readonly outcomes: RefundOutcomesService,
    private readonly clock: Clock,
  ) {}

  /** Stores all refunds of a payment, by the provider's id of the payment. Known ones are updated. @throws ProviderError */
  async ofPayment(account: ConnectedAccount, payment: string, cause: Cause): Promise<void> {
    const made = await this.accounts.ask(account, 'refundsOf', (client) => client.refundsOf(payment));
    // Failed refunds first: they release money that later refunds may use.
    const failed = made.filter(({ outcome }) => outcome === 'failed');
    const others = made.filter(({ outcome }) => outcome !== 'failed');
    for (const seen of [...failed, ...others]) await this.adopt(account, seen, cause);
  }

  /** Stores one refund, by the provider's id. @throws ProviderError */
  async one(account: ConnectedAccount, ref: string, cause: Cause): Promise<void> {
    const seen = await this.accounts.ask(account, 'observeRefund', (client) => client.observeRefund(ref));
    await this.adopt(account, seen, cause);
  }

  /** @throws Misconfigured while waiting refunds of ours leave less of the payment than this one takes */
  private async adopt(
    { id: account, fanclubId: fanclub }: ConnectedAccount,
    seen: ObservedRefund,
    cause: Cause,
  ): Promise<void> {
    const key = { fanclub, account, ref: seen.payment };
    const adopted = await this.sql.transaction(async (tx) => {
      const found = await tx.first(ORDER_OF_PAYMENT, key);
      if (!found) return null;
      await orders.hold(tx, { id: fanclub }, found.orderId);
      const { id: payment, amount, inRefunds, surplus } = (await tx.first(HOLD_REFUNDED, key))!;
      const { ref, ownNumber } = seen;
      const known = await tx.first(KNOWN_REFUND, { fanclub, payment, ref, ownNumber });
      if (known) return known.id;
      if (seen.outcome === 'failed') return null;
      const rest = compare(subtract(amount, inRefunds), seen.amount);
      if (rest < 0) throw new Misconfigured('refund_exceeds_payment');
      const effect = surplus ? 'keep' : usualEffect(rest === 0);
      const facts = { amount: seen.amount, effect, reason: MADE_THERE, staff: null, providerRef: ref };
      return addRefund(tx, { fanclub, payment, ...facts, now: this.clock.now() });
    });
    if (adopted === null) return;
    const refund = (await this.sql.first(FIND_REFUND, { fanclub, refund: adopted }))!;
    await this.outcomes.apply(refund, seen, cause);
  }
}
