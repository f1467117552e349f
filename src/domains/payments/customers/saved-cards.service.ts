import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { Clock } from '#libs/clock';
import { DomainError } from '#libs/envelope';
import type { FanclubInfo } from '#platform/access';
import { Sql, type Statements } from '#platform/database';
import { ClubHosts, hostedPage } from '#platform/tenants';
import { customers } from '#domains/accounts';
import {
  ADD_CARD,
  ADD_CARD_PAGE,
  CURRENT_CARD,
  CUSTOMER_OF_CARD_PAGE,
  DETACH_CARD,
  FIND_CARD,
  FINISH_CARD_PAGE,
  MARK_CARD_DELETED,
  HOLD_CARD_OWNER,
  OPEN_CARD_PAGES,
  type SavedCard,
  STORE_CARD_PAGE,
  UPDATE_CARD,
} from './cards.queries';
import { type Payer, PaymentCustomersService } from './payment-customers.service';
import { type Card, PaymentAccountsService } from '#domains/payment-providers';

/** Minutes after which a page for a card expires. */
const PAGE_MINUTES = 35;

/** Automatic renewal needs a saved card. */
export class CardRequired extends DomainError {
  readonly messages = ['Please save a card first.'];
}

/** The fan club has no payment account, so it cannot save cards. */
export class NoCardsHere extends DomainError {
  readonly messages = ['This fan club saves no cards.'];
}

/** Saves at most one card per member for renewals, with the member's consent. */
@Injectable()
export class SavedCardsService {
  constructor(
    private readonly sql: Sql,
    private readonly accounts: PaymentAccountsService,
    private readonly customers: PaymentCustomersService,
    private readonly hosts: ClubHosts,
    private readonly clock: Clock,
  ) {}

  /** The member's card. Null: none is saved. */
  current({ id }: Pick<FanclubInfo, 'id'>, customer: number): Promise<SavedCard | null> {
    return this.sql.first(CURRENT_CARD, { fanclub: id, customer });
  }

  /** Whether the fan club can save cards. */
  async isPossible({ id }: FanclubInfo): Promise<boolean> {
    return (await this.accounts.enabledFor(id)) !== null;
  }

  /**
   * Opens a page of the provider for a new card. By opening it, the member consents; the text is stored.
   * @returns its URL
   * @throws NoCardsHere, ProviderError
   */
  async openPage({ id: fanclub, currency }: FanclubInfo, payer: Payer, consentText: string): Promise<string> {
    const account = await this.accounts.enabledFor(fanclub);
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
    const back = `${hostedPage(this.hosts.addressOf(fanclub), 'membership')}/return`;
    const opened = await this.accounts.ask(account, 'openCardPage', async (client) =>
      client.openCardPage({
        id: page!.id,
        fanclubId: fanclub,
        currency,
        idempotencyKey,
        expiresAt,
        customer: await this.customers.refOf(account, payer),
        returnUrl: back,
        cancelUrl: back,
      }),
    );
    await this.sql.run(STORE_CARD_PAGE, { fanclub, page: page!.id, session: opened.ref, now });
    return opened.url;
  }

  /** Fetches the member's open pages, and stores the card of a completed one. @throws ProviderError */
  async observe(fanclub: number, customer: number): Promise<void> {
    for (const page of await this.sql.rows(OPEN_CARD_PAGES, { fanclub, customer })) {
      const of = await this.accounts.accountOf({ fanclubId: fanclub, accountId: page.accountId });
      const seen = await this.accounts.ask(of, 'observeCardPage', (c) => c.observeCardPage(page.session));
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

  /** Fetches a page by the provider's id. An unknown page is ignored. @throws ProviderError */
  async observePage(fanclub: number, account: number, session: string): Promise<void> {
    const owner = await this.sql.first(CUSTOMER_OF_CARD_PAGE, { fanclub, account, session });
    if (owner) await this.observe(fanclub, owner.customerId);
  }

  /** Stores a card with its consent, and turns automatic renewal on. `tx` must hold a lock on the customer. */
  async store(tx: Statements, consented: ConsentedCard): Promise<void> {
    const { fanclub, customer, account, card, consentText } = consented;
    if (card.ref === null) return;
    const { ref, brand, last4, expMonth, expYear } = card;
    // A late answer must not replace the present card by a deleted one.
    if ((await tx.first(FIND_CARD, { fanclub, account, ref }))?.isDeleted) return;
    const now = this.clock.now();
    await tx.run(DETACH_CARD, { fanclub, customer, except: ref, now });
    const facts = { ref, brand, last4, expMonth, expYear, consentText, now };
    await tx.run(ADD_CARD, { fanclub, customer, account, ...facts });
    await customers.setAutoRenewal(tx, { fanclub, customer }, true);
  }

  /** Deletes the member's card, here and at the provider, and ends automatic renewal. @throws ProviderError */
  async remove({ id: fanclubId }: FanclubInfo, customerId: number): Promise<void> {
    const card = await this.current({ id: fanclubId }, customerId);
    if (card) await this.delete({ fanclubId, customerId, accountId: card.accountId, ref: card.ref });
  }

  /** Deletes a card at the provider, and marks it as deleted. @throws ProviderError */
  async delete(card: StoredCard): Promise<void> {
    const account = await this.accounts.accountOf(card);
    await this.accounts.ask(account, 'deleteCard', (client) => client.deleteCard(card.ref));
    await this.markDeleted(card);
  }

  /**
   * Fetches a card that the provider has changed or deleted. A detached card is ignored. Ends automatic renewal if the card is deleted.
   * @throws ProviderError
   */
  async follow(fanclub: number, account: number, ref: string): Promise<void> {
    const card = await this.sql.first(FIND_CARD, { fanclub, account, ref });
    if (!card?.isCurrent) return;
    const of = { fanclubId: fanclub, accountId: account };
    const connected = await this.accounts.accountOf(of);
    const seen = await this.accounts.ask(connected, 'observeCard', (client) => client.observeCard(ref));
    if (!seen) return this.markDeleted({ ...of, customerId: card.customerId, ref });
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
      await customers.setAutoRenewal(tx, { fanclub: fanclub.id, customer }, enabled);
    });
  }

  private markDeleted({ fanclubId: fanclub, accountId: account, customerId: customer, ref }: StoredCard) {
    return this.sql.transaction(async (tx) => {
      const now = this.clock.now();
      await tx.first(HOLD_CARD_OWNER, { fanclub, customer });
      const card = await tx.first(FIND_CARD, { fanclub, account, ref });
      await tx.run(MARK_CARD_DELETED, { fanclub, account, ref, now });
      if (card?.isCurrent) await customers.setAutoRenewal(tx, { fanclub, customer }, false);
    });
  }
}

/** A card with the owner's consent to charges for renewals. */
export interface ConsentedCard {
  readonly fanclub: number;
  readonly customer: number;
  readonly account: number;
  readonly card: Card;
  readonly consentText: string;
}

/** A card by the provider's id. */
export interface StoredCard {
  readonly fanclubId: number;
  readonly customerId: number;
  readonly accountId: number;
  readonly ref: string;
}
