import { Injectable } from '@nestjs/common';
import { newToken } from '#libs/token';
import type { FanclubInfo } from '#platform/access';
import type { Statements } from '#platform/database';
import { customers } from '#domains/accounts';
import { stock } from '#domains/stock';
import { type Cause, orders, type PlacedOrder, recordTransition } from '#domains/orders';
import { type ChargeToSend, closeOrder, SavedCardChargesService } from '#domains/payments';
import { chargesNewCard, type Decision, endOf } from './renewal.rules';
import type { RenewalState } from './renewal.entity';
import { reminderAfter } from './renewal.schedule';
import { isResumable, NEXT_STATES, type StopReason } from './renewal.states';
import type { Club, Situation } from './renewal-circumstances';
import { RenewalMailsService } from './renewal-mails.service';
import { type RenewalRow, STORE_RENEWAL } from './renewals.queries';

/** A step of a renewal, in the transaction that holds its locks. */
export interface Step {
  readonly club: Club;
  readonly row: RenewalRow;
  readonly situation: Situation;
  readonly now: Date;
  /** What caused it. Absent: the renewal itself. */
  readonly cause?: Cause;
}

/** Carries out decisions: writes the row with its transition, places orders, stores charges, queues mails. */
@Injectable()
export class RenewalStepsService {
  constructor(
    private readonly charges: SavedCardChargesService,
    private readonly mails: RenewalMailsService,
  ) {}

  /** @returns the charge to send after the transaction; null: none */
  async take(tx: Statements, step: Step, decision: Decision): Promise<ChargeToSend | null> {
    const { row, situation, now, club } = step;
    const { fanclub } = club;
    const { of } = situation;
    const ends = endOf(of);
    switch (decision.act) {
      case 'wait':
        await this.store(tx, step, row.state, { nextAt: decision.nextAt });
        return null;
      case 'done':
        await this.store(tx, step, 'done', { nextAt: null, reason: null });
        return null;
      case 'announce': {
        const { chargeAt } = decision;
        const price = of.price as { total: string };
        await this.store(tx, step, 'announced', {
          automatic: true,
          plan: situation.plan!.id,
          order: situation.order?.id ?? null,
          nextAt: chargeAt,
          chargeAt,
          announcedAt: now,
          announcedTotal: price.total,
          country: of.country,
          reason: null,
        });
        await this.mails.queue(tx, fanclub, 'renewal_announced', situation, { day: chargeAt, order: null });
        return null;
      }
      case 'resume':
        await this.store(tx, step, 'announced', {
          automatic: true,
          order: situation.order?.id ?? null,
          nextAt: row.chargeAt,
          country: of.country,
          reason: null,
        });
        return null;
      case 'invite': {
        const kind = row.kind === 'trial' ? 'trial_ending' : 'renewal_open';
        await this.store(tx, step, 'announced', {
          automatic: false,
          plan: situation.plan!.id,
          nextAt: decision.nextAt,
        });
        await this.mails.queue(tx, fanclub, kind, situation, { day: ends, order: null });
        return null;
      }
      case 'remind': {
        const kind = row.kind === 'trial' ? 'trial_ending' : 'membership_ending';
        await this.store(tx, step, row.state, { nextAt: decision.nextAt });
        await this.mails.queue(tx, fanclub, kind, situation, { day: ends, order: null });
        return null;
      }
      case 'repeat': {
        const { nextAt, isDeclined } = decision;
        await this.store(tx, step, 'waiting', { nextAt, reason: null, ...(isDeclined && declined(step)) });
        const point = { day: nextAt, order: row.orderId };
        if (isDeclined) await this.mails.queue(tx, fanclub, 'payment_failed', situation, point);
        return null;
      }
      case 'ask': {
        const { reason } = decision;
        const order = situation.order ?? (await this.place(tx, step));
        const tried = row.state === 'charging' ? declined(step) : {};
        await this.store(tx, step, 'action_needed', {
          nextAt: ends,
          plan: situation.plan?.id ?? row.planId,
          order: order?.id ?? null,
          reason,
          ...tried,
        });
        const canAct = chargesNewCard({ ...row, ...tried, reason }, of);
        const point = { day: ends, order: order?.id ?? null, reason, canAct };
        await this.mails.queue(tx, fanclub, 'payment_action_needed', { ...situation, order }, point);
        return null;
      }
      case 'stop': {
        const { reason } = decision;
        const hasCancelled = reason === 'opted_out' && of.order === 'cancelled';
        const key = { fanclub: fanclub.id, customer: row.customerId };
        if (hasCancelled) await customers.setAutoRenewal(tx, key, false);
        await this.store(tx, step, 'stopped', {
          order: await this.keptOrder(tx, step, !SILENT.includes(reason)),
          nextAt: reminderAfter(row.kind, of, now) ?? ends,
          reason,
          ...(row.state === 'charging' && declined(step)),
        });
        // A member who expects no charge gets no mail.
        if (SILENT.includes(reason) || !(row.automatic || of.wantsAutomatic)) return null;
        const canAct = isResumable(reason) && (hasCancelled || !of.wantsAutomatic);
        const point = { day: ends, order: null, reason, canAct };
        await this.mails.queue(tx, fanclub, 'auto_renewal_stopped', situation, point);
        return null;
      }
      case 'give_up': {
        const isLastDecline = row.state === 'charging';
        const order = await this.keptOrder(tx, step, of.isPresent && decision.isMissed);
        await this.store(tx, step, 'given_up', {
          nextAt: null,
          ...(isLastDecline && of.attempt?.state === 'failed' && declined(step)),
        });
        if (!row.automatic || !decision.isMissed) return null;
        await customers.setAutoRenewal(tx, { fanclub: fanclub.id, customer: row.customerId }, false);
        const point = { day: ends, order };
        await this.mails.queue(tx, fanclub, 'renewal_given_up', situation, point);
        return null;
      }
      case 'charge':
        return this.charge(tx, step);
    }
  }

  private async charge(tx: Statements, step: Step): Promise<ChargeToSend | null> {
    const { club, situation, row, now } = step;
    const { card, plan } = situation;
    const order = situation.order ?? (await this.place(tx, step));
    const account = card!.accountId;
    const payment = order && (await this.charges.begin(tx, club.fanclub, order, account));
    if (!payment) {
      // Another order of the member is in the way.
      await this.store(tx, step, row.state, { nextAt: new Date(now.getTime() + HOUR) });
      return null;
    }
    await this.store(tx, step, 'charging', { order: order.id, nextAt: new Date(now.getTime() + MINUTE) });
    return { order, payment, planName: plan!.name, card: card!.ref };
  }

  /**
   * Places the order of the renewal, which waits until the membership ends. Null: another order is in the way, nothing is sold, or the
   * last item of the plan was sold just now.
   */
  private async place(tx: Statements, { club, row, situation, now }: Step): Promise<PlacedOrder | null> {
    const { quote, plan, of } = situation;
    if (!quote || !plan) return null;
    const { kind, currency, shipping, discount, subtotal, total, renews } = quote;
    const order = await orders.place(tx, club.fanclub, {
      ...{ customer: row.customerId, plan: plan.id, reference: newToken(), kind, currency },
      ...{ shipping, discount, subtotal, total, replaces: null, renews, renewalConsent: null },
      ...{ payUntil: endOf(of), now },
    });
    if (!order || (await stock.regain(tx, club.fanclub, order, now))) return order;
    await orders.close(tx, club.fanclub, order.id, { reason: 'superseded', cause: 'renewal', now });
    return null;
  }

  /**
   * The open order of a renewal that is not charged any more, which the member can still pay. Closes it if nobody is to pay it, or if
   * it holds an item of another plan than the present one. Null: closed, or there is none.
   */
  private async keptOrder(
    tx: Statements,
    { club, situation, now }: Step,
    isPayable: boolean,
  ): Promise<number | null> {
    const { order, buyer } = situation;
    if (!order) return null;
    if (isPayable && order.planId === buyer.membership?.plan.id) return order.id;
    const closing = { reason: isPayable ? 'given_up' : 'superseded', cause: 'renewal', now } as const;
    await closeOrder(tx, club.fanclub, order.id, closing);
    const after = await orders.get(tx, club.fanclub, order.id);
    return after.closedAt === null ? order.id : null;
  }

  /** Writes the row, and the transition if the state changes or a charge is announced again. */
  private async store(tx: Statements, step: Step, state: RenewalState, changes: Changes): Promise<void> {
    const { club, row, now, cause = 'renewal' } = step;
    const { fanclub } = club;
    await tx.run(STORE_RENEWAL, {
      ...fieldsOf(row),
      ...changes,
      fanclub: fanclub.id,
      renewal: row.id,
      state,
      now,
    });
    const isRepeated = state === row.state && changes.announcedAt === undefined;
    if (isRepeated) return;
    await recordRenewal(tx, fanclub, { renewal: row.id, from: row.state, to: state, cause, now });
  }
}

/** The reasons of which the member knows: another membership is present, or begins later. */
const SILENT: readonly StopReason[] = ['cancelled', 'continued'];

type Changes = Partial<ReturnType<typeof fieldsOf>>;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const declined = ({ row, now }: Step) => ({ tries: row.tries + 1, triedAt: now });

const fieldsOf = (row: RenewalRow) => ({
  automatic: row.automatic,
  plan: row.planId,
  order: row.orderId,
  nextAt: row.nextAt,
  chargeAt: row.chargeAt,
  tries: row.tries,
  triedAt: row.triedAt,
  announcedAt: row.announcedAt,
  announcedTotal: row.announcedTotal,
  country: row.country,
  reason: row.reason,
});

interface Recorded {
  readonly renewal: number;
  readonly from: RenewalState;
  readonly to: RenewalState;
  readonly cause: Cause;
  readonly now: Date;
}

/** Records a transition of a renewal. @throws Error for one that `NEXT_STATES` does not have */
async function recordRenewal(
  tx: Statements,
  fanclub: Pick<FanclubInfo, 'id'>,
  { renewal: number, from, to, cause, now }: Recorded,
): Promise<void> {
  if (!NEXT_STATES[from].includes(to)) throw new Error(`renewal ${number} cannot go from ${from} to ${to}`);
  await recordTransition(tx, fanclub, { subject: 'renewal', number, from, to, cause, now });
}
