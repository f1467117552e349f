import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import type { Viewer } from '#platform/access';
import { Sql } from '#platform/database';
import { LimitsService } from '#platform/limits';
import { PlansService, type PublishedPlan } from '#domains/plans';
import { readCode } from './code-text';
import * as codes from './codes';
import { GiftWithdrawn, UnknownCode } from './redeem-codes.errors';
import { type FoundCode, giftPlanOf } from './redeem-code.rules';

/** A code that a visitor can use now. */
export interface EnteredCode {
  readonly code: FoundCode;
  /** The plan that a gift gives now. Null: a coupon. */
  readonly gift: PublishedPlan | null;
}

/** Codes that visitors enter, with a limit for guesses. */
@Injectable()
export class CodeEntriesService {
  constructor(
    private readonly sql: Sql,
    private readonly limits: LimitsService,
    private readonly plans: PlansService,
    private readonly clock: Clock,
  ) {}

  /**
   * Reads a code that a visitor typed. Codes that the fan club does not have are counted, by customer and by client network.
   * @returns the code, to be kept for {@link find}
   * @throws TooManyRequests, and what {@link find} throws
   */
  async enter(viewer: Viewer, typed: string): Promise<string> {
    const { source, visit } = viewer;
    const customer = visit ? { redeemCustomer: String(visit.customer.id) } : {};
    const subjects = { redeemNetwork: source.network, ...customer };
    const guess = await this.limits.begin(viewer, subjects);
    let isGuess = false;
    try {
      await this.find(viewer, typed);
    } catch (error) {
      isGuess = error instanceof UnknownCode;
      throw error;
    } finally {
      await this.limits.settle(guess, { counts: isGuess ? ['redeemNetwork', 'redeemCustomer'] : [] });
    }
    return readCode(typed)!;
  }

  /**
   * What a code that was entered before grants this visitor now.
   * @throws UnknownCode, the `CODE_REFUSALS`, GiftWithdrawn
   */
  async find({ fanclub, visit }: Viewer, typed: string): Promise<EnteredCode> {
    const now = this.clock.now();
    const entry = { typed, customer: visit?.customer.id ?? null, now };
    const code = await codes.find(this.sql, fanclub, entry);
    if (code.kind === 'coupon') return { code, gift: null };
    const plans = await this.plans.stored(fanclub);
    const gift = giftPlanOf(code, plans, now);
    if (!gift) throw new GiftWithdrawn(fanclub.supportEmail);
    return { code, gift };
  }
}
