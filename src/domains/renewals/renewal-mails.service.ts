import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { displayPrice, humanDate } from '#libs/format';
import type { FanclubInfo } from '#platform/access';
import type { Statements } from '#platform/database';
import { type MailKind, Mails } from '#platform/mail';
import { cardText } from '#domains/payments';
import type { Situation } from './renewal-circumstances';
import { RenewalLinksService } from './renewal-links.service';
import { REASONS } from './renewal-reasons';
import type { ActionReason, StopReason } from './renewal.states';
import { type mails, OTHER_CARD } from './renewals.mails';
import { ADD_RENEWAL_MAIL } from './renewals.queries';

export type RenewalMailKind = keyof typeof mails & MailKind;

/** What a mail says besides plan, price and card. */
export interface MailPoint {
  /** The day of the charge, the next try, or the end of the membership. */
  readonly day: Date;
  readonly reason?: StopReason | ActionReason;
  /** Whether the member can continue the renewal by another card, or by turning automatic renewal on. */
  readonly canAct?: boolean;
  /** The amount that was announced, for a mail that is sent again. Absent: that of the order, else the present price. */
  readonly total?: string | null;
}

/** What a member can do who has stopped a renewal, besides to pay. */
const TURN_ON = 'You can turn it on again on the page of the link.';

/** Queues the mails about renewals. */
@Injectable()
export class RenewalMailsService {
  constructor(
    private readonly mails: Mails,
    private readonly links: RenewalLinksService,
    private readonly clock: Clock,
  ) {}

  /** Queues a mail. Does nothing without an address, or without a plan to write about. */
  async queue(
    tx: Statements,
    fanclub: FanclubInfo,
    kind: RenewalMailKind,
    { renewal: renewalId, of, buyer, card, plan, order, quote }: Situation,
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
    // The page of a renewal whose membership is over no longer opens.
    const link = of.isPresent
      ? this.links.linkOf(fanclub, renewalId, to)
      : (plan?.checkoutUrl ?? fanclub.plansUrl);
    await this.mails.queue(tx, fanclub, { kind, to, firstName, link, renewal });
    await tx.run(ADD_RENEWAL_MAIL, { fanclub: fanclub.id, renewal: renewalId, kind, now: this.clock.now() });
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
