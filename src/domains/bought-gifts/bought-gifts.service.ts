import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { localDate } from '#libs/format';
import { Sealer } from '#libs/sealed';
import type { FanclubInfo } from '#platform/access';
import { Sql, type Statements } from '#platform/database';
import { Mails } from '#platform/mail';
import { ClubHosts, hostedOrder, hostedPage } from '#platform/tenants';
import type { PlacedOrder } from '#domains/orders';
import { PlansService } from '#domains/plans';
import { type BoughtCode, boughtCodes, newCode, printedCode } from '#domains/redeem-codes';
import {
  type CardTexts,
  type GiftMail,
  type GiftState,
  mailOf,
  NO_TEXTS,
  seasonNote,
  stateOf,
} from './bought-gift.rules';
import { GiftNotReady, TooManyMailings } from './bought-gifts.errors';
import { ADD_GIFT, CHANGE_MAIL, DESCRIBE_GIFT, FIND_GIFT, PARTIES, TAKE_MAIL } from './bought-gifts.queries';
import type { GiftMailFields } from './dto/gift.fields';

/** A gift as its buyer sees it. */
export interface OwnGift extends CardTexts, GiftMail {
  readonly state: GiftState;
  /** The code as it is printed. Null: the gift is not `ready`. */
  readonly code: string | null;
  /** When the last mail was sent. Null: none was. */
  readonly mailedAt: Date | null;
}

interface OfFanclub {
  readonly id: number;
}

/** Gifts that members buy for others. A transaction that changes one holds the lock on its code. */
@Injectable()
export class BoughtGiftsService {
  constructor(
    private readonly sql: Sql,
    private readonly sealer: Sealer,
    private readonly plans: PlansService,
    private readonly mails: Mails,
    private readonly hosts: ClubHosts,
    private readonly clock: Clock,
  ) {}

  /** Stores what a buyer says about the gift of an open order. `tx` holds the lock on the buyer. */
  async describe(
    tx: Statements,
    { id: fanclub }: OfFanclub,
    order: number,
    { recipient, sender, message, email, mailOn }: CardTexts & GiftMail,
  ): Promise<void> {
    const card = this.sealer.seal(JSON.stringify({ recipient, sender, message } satisfies CardTexts));
    const now = this.clock.now();
    await tx.run(DESCRIBE_GIFT, { fanclub, order, card, email: this.sealed(email), mailOn, now });
  }

  /** Makes the code of an order that is settled. `tx` holds the lock on the buyer. */
  async complete(
    tx: Statements,
    fanclub: OfFanclub,
    { id: order, planId: plan, currency }: Pick<PlacedOrder, 'id' | 'planId' | 'currency'>,
    now: Date,
  ): Promise<void> {
    await tx.run(ADD_GIFT, { fanclub: fanclub.id, order, now });
    const code = newCode();
    const sealed = this.sealer.seal(code);
    await boughtCodes.add(tx, fanclub, { order, plan, currency: currency!, code, sealed }, now);
  }

  /** The gift of an order, which belongs to the caller's customer. Null: the order is no gift. */
  async of(fanclub: OfFanclub, order: number): Promise<OwnGift | null> {
    const found = await this.sql.first(FIND_GIFT, { fanclub: fanclub.id, order });
    if (!found) return null;
    const code = await boughtCodes.of(this.sql, fanclub, order);
    const { cardSealed, emailSealed, mailOn, mailedAt } = found;
    const state = stateOf(code);
    return {
      ...this.textsOf(cardSealed),
      email: emailSealed === null ? null : this.sealer.open(emailSealed),
      mailOn,
      mailedAt,
      state,
      code: state === 'ready' && code?.sealed ? printedCode(this.sealer.open(code.sealed)) : null,
    };
  }

  /**
   * Corrects where and when the mail goes; a mail that was sent can be sent again.
   * @throws InvalidFields, GiftNotReady, TooManyMailings
   */
  async changeMail(fanclub: FanclubInfo, order: number, fields: GiftMailFields): Promise<void> {
    const days = { timeZone: fanclub.timeZone, now: this.clock.now() };
    const mail = mailOf(fields, days);
    const change = { email: this.sealed(mail.email), mailOn: mail.mailOn };
    await this.sql.transaction((tx) => this.planMail(tx, fanclub, order, () => change));
  }

  /** Sends the mail today, also once more. The job does it within a minute. @throws GiftNotReady also without an address, TooManyMailings */
  mailNow(fanclub: FanclubInfo, order: number): Promise<void> {
    return this.sql.transaction((tx) => this.mailToday(tx, fanclub, order));
  }

  /** The same as part of `tx`. */
  async mailToday(tx: Statements, fanclub: FanclubInfo, order: number): Promise<void> {
    const today = localDate(this.clock.now(), fanclub.timeZone);
    await this.planMail(tx, fanclub, order, (email) => {
      if (email === null) throw new GiftNotReady();
      return { email, mailOn: today };
    });
  }

  /** Queues the mail of a gift if it is due, once. @returns whether it did */
  async mail(fanclub: FanclubInfo, order: number): Promise<boolean> {
    // Outside the transaction, because published content uses its own connection.
    const plans = await this.plans.stored(fanclub);
    return this.sql.transaction(async (tx) => {
      const code = await boughtCodes.hold(tx, fanclub, order);
      if (!isReady(code)) return false;
      const now = this.clock.now();
      const today = localDate(now, fanclub.timeZone);
      const taken = await tx.first(TAKE_MAIL, { fanclub: fanclub.id, order, today, now });
      if (!taken) return false;
      const { planId, planName } = (await tx.first(PARTIES, { fanclub: fanclub.id, order }))!;
      const plan = plans.find(({ id }) => id === planId);
      const season = plan ? seasonNote(plan, fanclub.timeZone, now) : null;
      const { recipient, sender, message } = this.textsOf(taken.cardSealed);
      const rows = [
        ...(message === null ? [] : [{ label: 'Message', value: message }]),
        { label: 'Code', value: printedCode(this.sealer.open(code.sealed)) },
        ...(season === null ? [] : [{ label: 'Season', value: season }]),
      ];
      await this.mails.queue(tx, fanclub, {
        kind: 'gift_received',
        to: this.sealer.open(taken.emailSealed),
        firstName: recipient,
        link: fanclub.links.redeem ?? hostedPage(this.hosts.addressOf(fanclub.id), 'redeem'),
        gift: { plan: planName, sender, recipient, rows },
      });
      return true;
    });
  }

  /** Writes to the buyer of the code with which an order was settled. Nothing for other codes. It says nothing about who redeemed it. */
  async announceUse(tx: Statements, fanclub: OfFanclub, order: number): Promise<void> {
    const bought = await boughtCodes.purchaseOf(tx, fanclub, order);
    if (!bought) return;
    const parties = await tx.first(PARTIES, { fanclub: fanclub.id, order: bought.purchase });
    if (!parties || parties.email === null) return;
    const { email: to, firstName, planName: plan } = parties;
    const { recipient, sender } = this.textsOf(parties.cardSealed);
    await this.mails.queue(tx, fanclub, {
      kind: 'gift_redeemed',
      to,
      firstName,
      link: hostedOrder(this.hosts.addressOf(fanclub.id), bought.purchase),
      gift: { plan, sender, recipient, rows: [] },
    });
  }

  /** Sets the sealed address and the day. @param changeOf gets the present sealed address */
  private async planMail(
    tx: Statements,
    fanclub: FanclubInfo,
    order: number,
    changeOf: (email: string | null) => GiftMail,
  ): Promise<void> {
    if (!isReady(await boughtCodes.hold(tx, fanclub, order))) throw new GiftNotReady();
    const key = { fanclub: fanclub.id, order };
    const found = await tx.first(FIND_GIFT, key);
    if (!found) throw new GiftNotReady();
    const change = { ...changeOf(found.emailSealed), now: this.clock.now() };
    if ((await tx.run(CHANGE_MAIL, { ...key, ...change })) === 0) throw new TooManyMailings();
  }

  private textsOf(sealed: string | null): CardTexts {
    return sealed === null ? NO_TEXTS : (JSON.parse(this.sealer.open(sealed)) as CardTexts);
  }

  private sealed(text: string | null): string | null {
    return text === null ? null : this.sealer.seal(text);
  }
}

const isReady = (code: BoughtCode | null): code is BoughtCode & { readonly sealed: string } =>
  code !== null && code.sealed !== null && stateOf(code) === 'ready';
