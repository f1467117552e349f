import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { displayPrice, humanDate } from '#libs/format';
import type { FanclubInfo } from '#platform/access';
import { Config } from '#platform/config';
import type { Statements } from '#platform/database';
import { type MailKind, Mails } from '#platform/mail';
import { hostedOrder, hostedPage } from '#platform/tenants';
import { cardText } from '#domains/payments';
import type { Situation } from './renewal-circumstances';
import type { ActionReason, StopReason } from './renewal.states';
import type { mails } from './renewals.mails';
import { ADD_RENEWAL_MAIL } from './renewals.queries';

export type RenewalMailKind = keyof typeof mails & MailKind;

/** What a mail says besides plan, price and card. */
export interface MailPoint {
  /** The day of the charge, the next try, or the end of the membership. */
  readonly day: Date;
  /** The order to pay. Null: the mail leads elsewhere. */
  readonly order: number | null;
  readonly reason?: StopReason | ActionReason;
  /** Whether the member can continue the renewal by another card, or by turning automatic renewal on. */
  readonly canAct?: boolean;
  /** The amount that was announced, for a mail that is sent again. Absent: that of the order, else the present price. */
  readonly total?: string | null;
}

const REASONS: Readonly<Record<StopReason | ActionReason, string>> = {
  opted_out: 'You turned it off.',
  country_changed:
    'Your address is in another country now, where shipping may cost more, so please look at the price first.',
  card_removed: 'Your card was removed.',
  disputed: 'You disputed a payment at your bank.',
  cap: 'You have renewed this plan as often as it can be renewed.',
  plan_unavailable: 'The plan is not sold any more.',
  address_missing: 'We do not know where to send your package.',
  cancelled: 'Your membership was changed.',
  free: 'The plan costs nothing now.',
  continued: 'You have the next membership already.',
  staff: 'The fan club stopped it.',
  declined: 'Your bank declined the card.',
  authentication: 'Your bank asks you to confirm the payment.',
  no_card: 'There is no card that we can charge.',
  late: 'There is too little time left to announce a charge.',
  price_rose: 'The price is higher than we announced, so we did not charge it.',
  plan_changed: 'Another plan follows now than we announced, so we did not charge it.',
};

/** What a member can do, besides to pay. */
const OTHER_CARD = 'You can also save another card on the page of your saved card; we then charge that one.';
const TURN_ON = 'You can turn it on again on the page of your saved card.';

/** The kinds whose link leads to the page of the saved card. */
const OF_CARD: readonly RenewalMailKind[] = ['renewal_announced', 'card_expiring', 'auto_renewal_stopped'];

/** Queues the mails about renewals. */
@Injectable()
export class RenewalMailsService {
  constructor(
    private readonly mails: Mails,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** Queues a mail. Does nothing without an address, or without a plan to write about. */
  async queue(
    tx: Statements,
    fanclub: FanclubInfo,
    kind: RenewalMailKind,
    { renewal: id, buyer, card, plan, order, quote }: Situation,
    point: MailPoint,
  ): Promise<void> {
    const { email: to, firstName, membership } = buyer;
    const name = plan?.name ?? membership?.plan.name;
    if (to === null || name === undefined) return;
    const total = point.total ?? order?.total ?? quote?.total ?? null;
    const amount = total === null ? '' : displayPrice(total, fanclub.currency);
    const day = humanDate(point.day, fanclub.timeZone);
    const rows = [
      { label: 'Plan', value: name },
      ...(total === null ? [] : [{ label: 'Amount', value: amount }]),
      { label: OF_END.includes(kind) ? 'Membership ends' : 'Day', value: day },
      ...(card === null || BY_HAND.includes(kind) ? [] : [{ label: 'Card', value: cardText(card) }]),
    ];
    const sentences = [
      ...(point.reason === undefined ? [] : [REASONS[point.reason]]),
      ...(point.canAct ? [kind === 'auto_renewal_stopped' ? TURN_ON : OTHER_CARD] : []),
    ];
    const reason = sentences.join(' ');
    const renewal = { plan: name, amount, day, reason, rows };
    const link = this.linkOf(fanclub, kind, point.order, plan?.checkoutUrl ?? null);
    await this.mails.queue(tx, fanclub, { kind, to, firstName, link, renewal });
    await tx.run(ADD_RENEWAL_MAIL, { fanclub: fanclub.id, renewal: id, kind, now: this.clock.now() });
  }

  private linkOf(fanclub: FanclubInfo, kind: RenewalMailKind, order: number | null, checkout: string | null) {
    const { publicUrl } = this.config;
    if (order !== null) return hostedOrder(publicUrl, fanclub.id, order);
    if (OF_CARD.includes(kind) || checkout === null) return hostedPage(publicUrl, fanclub.id, 'saved-card');
    return checkout;
  }
}

/** The kinds whose day is the end of the membership. */
const OF_END: readonly RenewalMailKind[] = [
  'trial_ending',
  'membership_ending',
  'payment_action_needed',
  'renewal_open',
  'renewal_given_up',
  'auto_renewal_stopped',
];

/** The kinds that name no card. */
const BY_HAND: readonly RenewalMailKind[] = ['trial_ending', 'membership_ending', 'renewal_open'];
