import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { Clock } from '#libs/clock';
import { DomainError } from '#libs/envelope';
import type { FanclubInfo } from '#platform/access';
import { Config } from '#platform/config';
import { Sql, type Statements } from '#platform/database';
import { hostedPage } from '#platform/tenants';
import {
  ADD_CARD,
  ADD_CARD_PAGE,
  CURRENT_CARD,
  CUSTOMER_OF_CARD_PAGE,
  DETACH_CARD,
  FIND_CARD,
  FINISH_CARD_PAGE,
  FORGET_CARD,
  HOLD_CARD_OWNER,
  OPEN_CARD_PAGES,
  type SavedCard,
  SET_AUTO_RENEWAL,
  STORE_CARD_PAGE,
  UPDATE_CARD,
} from './cards.queries';
import { type Payer, PaymentCustomers } from './payment-customers';
import type { Card } from './payment-provider';
import { PaymentProviders } from './providers';

/** Minutes for which a page for a card is open. */
const PAGE_MINUTES = 35;

/** A card is charged for renewals only if there is one. */
export class CardRequired extends DomainError {
  readonly messages = ['Please save a card first.'];
}

/** The fan club cannot take payments, so it saves no cards. */
export class NoCardsHere extends DomainError {
  readonly messages = ['This fan club saves no cards.'];
}

/** The card of a member that the fan club may charge for renewals: one at most, with the member's consent on record. */
@Injectable()
export class SavedCards {
  constructor(
    private readonly sql: Sql,
    private readonly providers: PaymentProviders,
    private readonly customers: PaymentCustomers,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** Null: the member has none. */
  current({ id }: Pick<FanclubInfo, 'id'>, customer: number): Promise<SavedCard | null> {
    return this.sql.first(CURRENT_CARD, { fanclub: id, customer });
  }

  /** Whether the fan club can save cards. */
  async isPossible({ id }: FanclubInfo): Promise<boolean> {
    return (await this.providers.enabledFor(id)) !== null;
  }

  /**
   * Opens a page of the provider for a new card. Opening it is the consent, whose text is kept.
   * @returns its URL
   * @throws NoCardsHere, ProviderError
   */
  async openPage({ id: fanclub, currency }: FanclubInfo, payer: Payer, consentText: string): Promise<string> {
    const account = await this.providers.enabledFor(fanclub);
    if (!account) throw new NoCardsHere();
    const now = this.clock.now();
    const expiresAt = new Date(now.getTime() + PAGE_MINUTES * 60_000);
    const idempotencyKey = randomUUID();
    const owner = { fanclub, customer: payer.id, account: account.id };
    const page = await this.sql.first(ADD_CARD_PAGE, {
      ...owner,
      idempotencyKey,
      consentText,
      expiresAt,
      now,
    });
    const own = hostedPage(this.config.publicUrl, fanclub, 'saved-card');
    const opened = await this.providers.ask(account, 'openCardPage', async (client) =>
      client.openCardPage({
        ...{ id: page!.id, fanclubId: fanclub, currency, idempotencyKey, expiresAt },
        customer: await this.customers.refOf(account, payer),
        ...{ returnUrl: `${own}/return`, cancelUrl: own },
      }),
    );
    await this.sql.run(STORE_CARD_PAGE, { fanclub, page: page!.id, session: opened.ref, now });
    return opened.url;
  }

  /** Asks about the member's open pages, and stores the card of one that was used. @throws ProviderError */
  async observe(fanclub: number, customer: number): Promise<void> {
    for (const page of await this.sql.rows(OPEN_CARD_PAGES, { fanclub, customer })) {
      const of = await this.providers.accountOf({ fanclubId: fanclub, accountId: page.accountId });
      const seen = await this.providers.ask(of, 'observeCardPage', (c) => c.observeCardPage(page.session));
      if (seen.outcome === 'open') continue;
      await this.sql.transaction(async (tx) => {
        await tx.first(HOLD_CARD_OWNER, { fanclub, customer });
        const now = this.clock.now();
        const isFirst = (await tx.run(FINISH_CARD_PAGE, { fanclub, page: page.id, now })) > 0;
        const { card } = seen;
        if (isFirst && card)
          await this.store(tx, {
            fanclub,
            customer,
            account: page.accountId,
            card,
            consentText: page.consentText,
          });
      });
    }
  }

  /** Asks about a page by the provider's name of it. An unknown one is ignored. @throws ProviderError */
  async observePage(fanclub: number, account: number, session: string): Promise<void> {
    const owner = await this.sql.first(CUSTOMER_OF_CARD_PAGE, { fanclub, account, session });
    if (owner) await this.observe(fanclub, owner.customerId);
  }

  /** Stores a card with the consent to it, and turns automatic renewal on. `tx` must hold a lock on the customer. */
  async store(tx: Statements, consented: ConsentedCard): Promise<void> {
    const { fanclub, customer, account, card, consentText } = consented;
    if (card.ref === null) return;
    const { ref, brand, last4, expMonth, expYear } = card;
    // A late answer about a card that is deleted at the provider; the present card stays.
    if ((await tx.first(FIND_CARD, { fanclub, account, ref }))?.isForgotten) return;
    const now = this.clock.now();
    await tx.run(DETACH_CARD, { fanclub, customer, except: ref, now });
    const facts = { ref, brand, last4, expMonth, expYear, consentText, now };
    await tx.run(ADD_CARD, { fanclub, customer, account, ...facts });
    await tx.run(SET_AUTO_RENEWAL, { fanclub, customer, enabled: true, now });
  }

  /** Removes the member's card, at the provider as well, and ends automatic renewal. @throws ProviderError */
  async remove({ id: fanclubId }: FanclubInfo, customerId: number): Promise<void> {
    const card = await this.current({ id: fanclubId }, customerId);
    if (card) await this.forget({ fanclubId, customerId, accountId: card.accountId, ref: card.ref });
  }

  /** Deletes a card at the provider, and here if that has not happened yet. @throws ProviderError */
  async forget(card: StoredCard): Promise<void> {
    const account = await this.providers.accountOf(card);
    await this.providers.ask(account, 'forgetCard', (client) => client.forgetCard(card.ref));
    await this.storeForgotten(card);
  }

  /**
   * Asks the provider about a card that it has changed or deleted. One that is not the member's any more is ignored. Without card, automatic
   * renewal ends.
   * @throws ProviderError
   */
  async follow(fanclub: number, account: number, ref: string): Promise<void> {
    const card = await this.sql.first(FIND_CARD, { fanclub, account, ref });
    if (!card?.isCurrent) return;
    const of = { fanclubId: fanclub, accountId: account };
    const connected = await this.providers.accountOf(of);
    const seen = await this.providers.ask(connected, 'observeCard', (client) => client.observeCard(ref));
    if (!seen) return this.storeForgotten({ ...of, customerId: card.customerId, ref });
    const { brand, last4, expMonth, expYear } = seen;
    const now = this.clock.now();
    await this.sql.run(UPDATE_CARD, { fanclub, account, ref, brand, last4, expMonth, expYear, now });
  }

  /** @throws CardRequired to turn it on without a card */
  async setAutoRenewal(fanclub: FanclubInfo, customer: number, enabled: boolean): Promise<void> {
    await this.sql.transaction(async (tx) => {
      await tx.first(HOLD_CARD_OWNER, { fanclub: fanclub.id, customer });
      if (enabled && !(await tx.first(CURRENT_CARD, { fanclub: fanclub.id, customer })))
        throw new CardRequired();
      await tx.run(SET_AUTO_RENEWAL, { fanclub: fanclub.id, customer, enabled, now: this.clock.now() });
    });
  }

  private storeForgotten({ fanclubId: fanclub, accountId: account, customerId: customer, ref }: StoredCard) {
    return this.sql.transaction(async (tx) => {
      const now = this.clock.now();
      await tx.first(HOLD_CARD_OWNER, { fanclub, customer });
      const card = await tx.first(FIND_CARD, { fanclub, account, ref });
      await tx.run(FORGET_CARD, { fanclub, account, ref, now });
      if (card?.isCurrent) await tx.run(SET_AUTO_RENEWAL, { fanclub, customer, enabled: false, now });
    });
  }
}

/** A card whose owner agreed to charges for renewals. */
export interface ConsentedCard {
  readonly fanclub: number;
  readonly customer: number;
  readonly account: number;
  readonly card: Card;
  readonly consentText: string;
}

/** A card by the provider's name of it. */
export interface StoredCard {
  readonly fanclubId: number;
  readonly customerId: number;
  readonly accountId: number;
  readonly ref: string;
}
