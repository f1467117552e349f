import { Viewer } from '../../src/platform/access';
import { AccessDirectory } from '../../src/platform/access/access.directory';
import { CheckoutService, OffersService, type Placement } from '../../src/domains/checkout';
import { PayableOrdersService } from '../../src/domains/payments';
import type { Customer } from '#domains/accounts/customer.entity';
import type { Plan } from '#domains/plans/plan.entity';
import { Published } from '../../src/platform/published';
import { SOURCE } from '#platform/access/viewer.fixtures';
import type { Api } from './api';
import { withSession } from './logged-in';
import type { ModelBank } from './payments/model-bank';
import type { TestApp } from './start-test-app';

/** A visitor at the checkout of a fan club, a stranger at that of the test; passes the session from purchase to purchase, like the page. */
export class Shopper {
  private constructor(
    private readonly t: TestApp,
    private token: string | null,
    private readonly fanclubId: number,
  ) {}

  static async stranger(t: TestApp): Promise<Shopper> {
    return new Shopper(t, null, (await t.given.fanclub()).id);
  }

  static async of(t: TestApp, customer: Customer): Promise<Shopper> {
    return new Shopper(t, await t.given.session({ customer }), customer.fanclubId);
  }

  /** Somebody with a session. */
  static ofSession(t: TestApp, token: string, fanclubId: number): Shopper {
    return new Shopper(t, token, fanclubId);
  }

  /** The viewer of the shopper's current session. */
  async viewer(): Promise<Viewer> {
    const fanclub = await this.t.app.get(Published).byId(this.fanclubId);
    if (!fanclub) throw new Error('the fan club of the test is not there');
    const { token } = this;
    const found = token === null ? null : await this.t.app.get(AccessDirectory).visit(fanclub, token);
    return new Viewer({ fanclub, source: SOURCE, visit: found && found.visit });
  }

  async offer(plan: Plan, code: string | null = null) {
    return this.t.app.get(OffersService).find(await this.viewer(), plan.id, code);
  }

  /**
   * Sends the order form, by default one just loaded.
   * @param code a gift code or coupon
   * @param renewsAutomatically whether the buyer agrees to charges of the card for renewals
   */
  async buy(
    plan: Plan,
    reference?: string,
    code: string | null = null,
    renewsAutomatically = false,
  ): Promise<Placement> {
    const viewer = await this.viewer();
    const offer = await this.t.app.get(OffersService).find(viewer, plan.id, code);
    const form = { reference: reference ?? offer.reference, quote: offer.digest, code, renewsAutomatically };
    const placement = await this.checkout.place(viewer, plan.id, form);
    this.token = placement.token ?? this.token;
    return placement;
  }

  /** Buys a priced plan, pays at the bank, and comes back. @returns the id of the order */
  async buyAndPay(plan: Plan, bank: ModelBank, code: string | null = null): Promise<number> {
    const { orderId } = await this.buy(plan, undefined, code);
    const orders = this.t.app.get(PayableOrdersService);
    await orders.pay(await this.viewer(), orderId);
    bank.pay(bank.sessions.at(-1)!.ref);
    await orders.observed(await this.viewer(), orderId);
    return orderId;
  }

  /** The same visitor in the API, with the current session. */
  async api(): Promise<Api> {
    return this.token === null ? this.t.api.stranger() : withSession(this.t, this.fanclubId, this.token);
  }

  private get checkout(): CheckoutService {
    return this.t.app.get(CheckoutService);
  }
}
