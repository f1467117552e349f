import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import type { FanclubInfo } from '#platform/access';
import { Sql, type Statements } from '#platform/database';
import { HOLD_BUYER } from '#domains/fulfilment';
import { PaymentAccountsService, ProviderError } from '#domains/payment-providers';
import { type ChargeToSend, SavedCardChargesService } from '#domains/payments';
import { PlansService } from '#domains/plans';
import { type Club, readSituation, type Step } from './renewal-circumstances';
import { decide } from './renewal.rules';
import { endsByCancelling } from './renewal.states';
import { RenewalMailsService } from './renewal-mails.service';
import { RenewalStepsService } from './renewal-steps.service';
import {
  CUSTOMER_OF_RENEWAL,
  HOLD_RENEWAL,
  type OwnRenewal,
  RENEWAL_OF_CUSTOMER,
  STORE_CARD_MAILED,
} from './renewals.queries';
import { PLAN_RENEWAL, type Renewable } from './renewals-to-plan.queries';

/** Steps of one renewal in one call: announce, charge, and what follows from the answer need fewer. */
const MOST_STEPS = 6;

/** Renews memberships: plans, announces, charges, and follows what members do. */
@Injectable()
export class RenewalsService {
  constructor(
    private readonly sql: Sql,
    private readonly plans: PlansService,
    private readonly accounts: PaymentAccountsService,
    private readonly charges: SavedCardChargesService,
    private readonly steps: RenewalStepsService,
    private readonly mails: RenewalMailsService,
    private readonly clock: Clock,
  ) {}

  /** The latest renewal of a member that is not done. Null: none is planned. */
  ofMember({ id }: FanclubInfo, customer: number): Promise<OwnRenewal | null> {
    return this.sql.first(RENEWAL_OF_CUSTOMER, { fanclub: id, customer });
  }

  /** Whether a member who cancels this order stops the automatic renewal that it is of. */
  async endsByCancelling(fanclub: FanclubInfo, customer: number, order: number): Promise<boolean> {
    const own = await this.ofMember(fanclub, customer);
    return own !== null && own.orderId === order && endsByCancelling(own);
  }

  /** Follows a change that a member has made of the card or of automatic renewal. If the provider is away, the job follows it. */
  async follow(fanclub: FanclubInfo, customer: number): Promise<void> {
    const own = await this.ofMember(fanclub, customer);
    if (!own) return;
    await this.advance(fanclub, own.id).catch((error: unknown) => {
      if (!(error instanceof ProviderError)) throw error;
    });
  }

  /** Plans the renewal of a membership, and announces it. @returns false if it is planned already @throws ProviderError */
  async plan(fanclub: FanclubInfo, { id, customerId, kind }: Renewable): Promise<boolean> {
    const now = this.clock.now();
    const subject = { fanclub: fanclub.id, customer: customerId, subscription: id, kind, now };
    const planned = await this.sql.transaction((tx) => tx.first(PLAN_RENEWAL, subject));
    if (!planned) return false;
    await this.advance(fanclub, planned.id);
    return true;
  }

  /**
   * Does all that is to be done for a renewal now. Repeated and simultaneous calls charge nothing twice.
   * @throws ProviderUnavailable if the outcome of a charge is unknown; a later call continues
   */
  async advance(fanclub: FanclubInfo, renewal: number): Promise<void> {
    const club = await this.clubOf(fanclub);
    for (let step = 1; step <= MOST_STEPS; step += 1) {
      const next = await this.step(club, renewal);
      if (next === 'rest') return;
      if (next !== 'again') await this.charges.send(fanclub, next);
    }
  }

  /** Asks a member to replace a card that expires about the day of its charge. */
  async askForCard(fanclub: FanclubInfo, renewal: number): Promise<void> {
    const club = await this.clubOf(fanclub);
    await this.held(club, renewal, async ({ tx, row, situation, now }) => {
      const { fanclub } = club;
      await tx.run(STORE_CARD_MAILED, { fanclub: fanclub.id, renewal, now });
      const point = { day: row.chargeAt ?? now };
      await this.mails.queue(tx, fanclub, 'card_expiring', situation, point);
    });
  }

  /** Where a member pays a renewal by hand now. Places its order if there is none yet. Null: the renewal is unknown. */
  async toPay(fanclub: FanclubInfo, renewal: number): Promise<ToPay | null> {
    const club = await this.clubOf(fanclub);
    return this.held(club, renewal, async ({ tx, ...step }) => ({
      order: await this.steps.orderToPay(tx, step),
      checkout: step.situation.plan?.checkoutUrl ?? null,
    }));
  }

  private async step(club: Club, renewal: number): Promise<ChargeToSend | 'again' | 'rest'> {
    const next = await this.held(club, renewal, async ({ tx, row, situation, now }) => {
      if (row.isLeaving) return 'rest';
      const decision = decide(row, situation.of, now);
      const charge = await this.steps.take(tx, { club, row, situation, now }, decision);
      return charge ?? (decision.act === 'wait' || decision.act === 'charge' ? 'rest' : 'again');
    });
    return next ?? 'rest';
  }

  /** Runs a step under the locks on the customer and the row. @returns null: the renewal is unknown */
  private held<T>(club: Club, renewal: number, act: (held: Held) => Promise<T>): Promise<T | null> {
    return this.sql.transaction(async (tx) => {
      const step = await this.hold(tx, club, renewal);
      return step && act({ tx, ...step });
    });
  }

  /** Locks the customer and the row of a renewal, and reads its situation. Null: it is unknown. */
  async hold(tx: Statements, club: Club, renewal: number): Promise<Step | null> {
    const { fanclub } = club;
    const key = { fanclub: fanclub.id, renewal };
    const owner = await tx.first(CUSTOMER_OF_RENEWAL, key);
    if (!owner) return null;
    const buyer = await tx.first(HOLD_BUYER, { fanclub: fanclub.id, customer: owner.customerId });
    const row = await tx.first(HOLD_RENEWAL, key);
    // Another customer's by now: the accounts were merged while this waited. The next run locks that one.
    if (row?.customerId !== owner.customerId) return null;
    const now = this.clock.now();
    const isBlacklisted = buyer?.blacklisted ?? true;
    const situation = await readSituation(tx, club, { row, isBlacklisted, now });
    return { club, row, situation, now };
  }

  /** What steps need of a fan club, read before their transactions. */
  async clubOf(fanclub: FanclubInfo): Promise<Club> {
    const account = (await this.accounts.enabledFor(fanclub.id))?.id ?? null;
    return { fanclub, plans: await this.plans.stored(fanclub), account };
  }
}

/** Where a renewal can be paid. */
export interface ToPay {
  /** Null: it cannot be paid by an order now, such as while a charge is on its way, or if another order of the member is open. */
  readonly order: number | null;
  /** The checkout of the plan that follows. Null: none is sold. */
  readonly checkout: string | null;
}

/** A renewal under its locks. */
interface Held extends Step {
  readonly tx: Statements;
}
