import { Injectable } from '@nestjs/common';
import type { FanclubInfo } from '#platform/access';
import type { Statements } from '#platform/database';
import { customers } from '#domains/accounts';
import { type Cause, recordTransition } from '#domains/orders';
import { type ChargeToSend, SavedCardChargesService } from '#domains/payments';
import { cardRefusal, chargesNewCard, type Decision, endOf } from './renewal.rules';
import type { RenewalState } from './renewal.entity';
import { reminderAfter } from './renewal.schedule';
import { isResumable, isSilent, NEXT_STATES } from './renewal.states';
import type { Step } from './renewal-circumstances';
import { RenewalMailsService } from './renewal-mails.service';
import { isPayable, keptOrder, placeOrder } from './renewal-orders';
import { type RenewalRow, STORE_RENEWAL } from './renewals.queries';

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
        // Another order may have renewed it.
        await this.store(tx, step, 'done', {
          order: situation.order ? await keptOrder(tx, step, false) : row.orderId,
          nextAt: null,
          reason: null,
        });
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
        await this.mails.queue(tx, fanclub, 'renewal_announced', situation, { day: chargeAt });
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
        await this.mails.queue(tx, fanclub, kind, situation, { day: ends });
        return null;
      }
      case 'remind': {
        const kind = row.kind === 'trial' ? 'trial_ending' : 'membership_ending';
        await this.store(tx, step, row.state, { nextAt: decision.nextAt });
        await this.mails.queue(tx, fanclub, kind, situation, { day: ends });
        return null;
      }
      case 'repeat': {
        const { nextAt, isDeclined } = decision;
        await this.store(tx, step, 'waiting', { nextAt, reason: null, ...(isDeclined && declined(step)) });
        const point = { day: nextAt };
        if (isDeclined) await this.mails.queue(tx, fanclub, 'payment_failed', situation, point);
        return null;
      }
      case 'ask': {
        const { reason } = decision;
        const order = situation.order ?? (await placeOrder(tx, step));
        const tried = row.state === 'charging' ? declined(step) : {};
        await this.store(tx, step, 'action_needed', {
          nextAt: ends,
          plan: situation.plan?.id ?? row.planId,
          order: order?.id ?? null,
          reason,
          ...tried,
        });
        const canAct = chargesNewCard({ ...row, ...tried, reason }, of);
        const point = { day: ends, reason, canAct };
        await this.mails.queue(tx, fanclub, 'payment_action_needed', { ...situation, order }, point);
        return null;
      }
      case 'stop': {
        const { reason } = decision;
        const hasCancelled = reason === 'opted_out' && of.order === 'cancelled';
        const key = { fanclub: fanclub.id, customer: row.customerId };
        if (hasCancelled) await customers.setAutoRenewal(tx, key, false);
        const tried = row.state === 'charging' ? declined(step) : {};
        await this.store(tx, step, 'stopped', {
          // A closed order stays too, since its last charge says whether the card was refused for good.
          order: (await keptOrder(tx, step, !isSilent(reason))) ?? row.orderId,
          nextAt: reminderAfter(row.kind, of, now) ?? ends,
          reason,
          ...tried,
        });
        // A member who expects no charge gets no mail.
        if (isSilent(reason) || !(row.automatic || of.wantsAutomatic)) return null;
        const isOff = hasCancelled || !of.wantsAutomatic;
        const canAct = isResumable(reason) && isOff && cardRefusal({ ...row, ...tried }, of) === null;
        const point = { day: ends, reason, canAct };
        await this.mails.queue(tx, fanclub, 'auto_renewal_stopped', situation, point);
        return null;
      }
      case 'give_up': {
        const isLastDecline = row.state === 'charging';
        await keptOrder(tx, step, of.isPresent && decision.isMissed);
        await this.store(tx, step, 'given_up', {
          nextAt: null,
          ...(isLastDecline && of.attempt?.state === 'failed' && declined(step)),
        });
        if (!row.automatic || !decision.isMissed) return null;
        await customers.setAutoRenewal(tx, { fanclub: fanclub.id, customer: row.customerId }, false);
        await this.mails.queue(tx, fanclub, 'renewal_given_up', situation, { day: ends });
        return null;
      }
      case 'charge':
        return this.charge(tx, step);
    }
  }

  /**
   * The order with which a member pays a renewal by hand. Places it if there is none yet; a charge on the announced day then takes the
   * same order. Null: nothing can be paid here.
   */
  async orderToPay(tx: Statements, step: Step): Promise<number | null> {
    const { row, situation } = step;
    if (situation.order) return situation.order.id;
    if (!isPayable(row, situation)) return null;
    const order = await placeOrder(tx, step);
    if (order) await this.store(tx, step, row.state, { order: order.id });
    return order?.id ?? null;
  }

  private async charge(tx: Statements, step: Step): Promise<ChargeToSend | null> {
    const { club, situation, row, now } = step;
    const { card, plan } = situation;
    const order = situation.order ?? (await placeOrder(tx, step));
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
