import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { Clock } from '#libs/clock';
import type { FanclubInfo } from '#platform/access';
import { Sql, type Statements } from '#platform/database';
import { type PlacedOrder, recordTransition } from '#domains/orders';
import { Misconfigured, PaymentAccountsService, ProviderError } from '#domains/payment-providers';
import { PaymentCustomersService } from '../customers/payment-customers.service';
import { SavedCardsService } from '../customers/saved-cards.service';
import { cancelled } from './observations.service';
import { ADD_PAYMENT, type PaymentRow, SUBMIT_PAYMENT } from './payments.queries';
import { linesOf } from './payment-pages.service';
import { SettlementService } from './settlement.service';

/** A charge that was stored, to be sent. */
export interface ChargeToSend {
  readonly order: PlacedOrder;
  readonly payment: PaymentRow;
  readonly planName: string;
  /** The provider's id of the card. */
  readonly card: string;
}

/**
 * Charges saved cards while their owners are away. The payment is stored before the request and applied after it. If the answer is
 * lost, the watch looks the payment up by our id.
 */
@Injectable()
export class SavedCardChargesService {
  constructor(
    private readonly sql: Sql,
    private readonly accounts: PaymentAccountsService,
    private readonly customers: PaymentCustomersService,
    private readonly cards: SavedCardsService,
    private readonly settlement: SettlementService,
    private readonly clock: Clock,
  ) {}

  /** Stores a charge. `tx` must hold a lock on the buyer. Null: the order has a live payment. */
  begin(
    tx: Statements,
    fanclub: FanclubInfo,
    order: PlacedOrder,
    account: number,
  ): Promise<PaymentRow | null> {
    return tx.first(ADD_PAYMENT, {
      fanclub: fanclub.id,
      order: order.id,
      account,
      way: 'off_session',
      amount: order.total!,
      currency: order.currency!,
      idempotencyKey: randomUUID(),
      expiresAt: null,
      now: this.clock.now(),
    });
  }

  /**
   * Sends a stored charge once, and applies its outcome. Does nothing if another process ended it. If the provider refuses the
   * request, the payment is cancelled with the provider's code, and the card is fetched, because it may be deleted there.
   * @throws ProviderUnavailable if the outcome is unknown
   */
  async send(fanclub: FanclubInfo, { order, payment, planName, card }: ChargeToSend): Promise<void> {
    const account = await this.accounts.accountOf(payment);
    const customer = await this.customers.knownRef(fanclub.id, account.id, order.customerId);
    const requestedAt = await this.submit(fanclub, payment.id);
    if (!requestedAt) return;
    const sent: PaymentRow = { ...payment, state: 'unknown', requestedAt };
    const { id, amount, currency, idempotencyKey } = payment;
    try {
      if (customer === null) throw new Misconfigured('unknown_customer');
      const asked = {
        ...{ id, fanclubId: fanclub.id, orderId: order.id, customer, amount, currency, idempotencyKey },
        lines: linesOf(order, planName),
        description: `${planName} (${fanclub.name})`,
      };
      const seen = await this.accounts.ask(account, 'charge', (client) => client.charge(asked, card));
      await this.settlement.apply(fanclub, sent, seen, 'renewal');
    } catch (error) {
      if (!(error instanceof Misconfigured)) throw error;
      const refused = cancelled(payment, { code: error.code, advice: 'retry' });
      await this.settlement.apply(fanclub, sent, refused, 'renewal');
      await this.cards.follow(fanclub.id, account.id, card).catch((failure: unknown) => {
        if (!(failure instanceof ProviderError)) throw failure;
      });
    }
  }

  /** @returns when it was sent; null: another process ended it */
  private submit(fanclub: FanclubInfo, payment: number): Promise<Date | null> {
    return this.sql.transaction(async (tx) => {
      const now = this.clock.now();
      if ((await tx.run(SUBMIT_PAYMENT, { fanclub: fanclub.id, payment, now })) === 0) return null;
      const sent = { subject: 'payment', from: 'created', to: 'unknown', cause: 'renewal' } as const;
      await recordTransition(tx, fanclub, { ...sent, number: payment, now });
      return now;
    });
  }
}
