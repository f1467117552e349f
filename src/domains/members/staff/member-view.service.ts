import { Injectable } from '@nestjs/common';
import { failure, success } from '#libs/envelope';
import { type LoggedInViewer, LoginRequired, type Viewer } from '#platform/access';
import { PreviewsService, type StaffViewer } from '#platform/staff';
import { accountOf } from '#domains/accounts';
import { benefitShape, BenefitsService } from '#domains/benefits';
import { contestListJson, ContestsService } from '#domains/contests';
import { EventsService, previewOfEvents } from '#domains/events';
import { orderListItem, OrdersService } from '#domains/orders';
import { planFullJson, PlansService } from '#domains/plans';
import { shippingShape, ShippingService } from '#domains/shipping';
import { queuedSubscriptionShape, subscriptionShape, SubscriptionsService } from '#domains/subscriptions';

/** Answers of the API by request: `{ 'GET /account': { status: 'ok', customer: … } }`. */
export type AnswersByRequest = Readonly<Record<string, object>>;

/** What the API answers to the requests of a member that only read. */
@Injectable()
export class MemberViewService {
  constructor(
    private readonly previews: PreviewsService,
    private readonly subscriptions: SubscriptionsService,
    private readonly orders: OrdersService,
    private readonly shipping: ShippingService,
    private readonly benefits: BenefitsService,
    private readonly plans: PlansService,
    private readonly events: EventsService,
    private readonly contests: ContestsService,
  ) {}

  /**
   * The answers at an instant; null: now. They come from the public services and serializers, without a session. The look is recorded
   * once an hour.
   * @throws Problem (404)
   */
  async show(staff: StaffViewer, id: number, at: Date | null): Promise<AnswersByRequest> {
    const { viewer, now } = await this.previews.open(staff, { memberId: id, at, page: 1 });
    const own = viewer.isLoggedIn() ? await this.forCustomers(viewer, now) : REFUSED;
    return { ...(await this.forEverybody(staff, viewer, now)), ...own };
  }

  private async forEverybody(staff: StaffViewer, viewer: Viewer, now: Date): Promise<AnswersByRequest> {
    const plans = await this.plans.list(viewer, {}, now);
    const contests = await this.contests.list(viewer, {});
    return {
      'GET /account': success({ customer: accountOf(viewer, now) }),
      'GET /account/shipping': success(shippingShape(await this.shipping.find(viewer))),
      'GET /plans': success({ plans: plans.map(({ plan, standing }) => planFullJson(plan, standing)) }),
      'GET /events': success(await previewOfEvents(this.events, { staff, viewer, now })),
      'GET /contests': success({ contests: contests.map((one) => contestListJson(one, now)) }),
    };
  }

  private async forCustomers(viewer: LoggedInViewer, now: Date): Promise<AnswersByRequest> {
    const subscriptions = await this.subscriptions.list(viewer);
    const queued = await this.subscriptions.listQueued(viewer, {});
    const orders = await this.orders.list(viewer, {}, now);
    const benefits = await this.benefits.list(viewer);
    return {
      'GET /account/benefits': success({ benefits: benefits.map(benefitShape) }),
      'GET /subscriptions': success({
        subscriptions: subscriptions.map((one) => subscriptionShape(one, now)),
      }),
      // Without envelope (contract 2.23).
      'GET /subscriptions/queued': queued.map(queuedSubscriptionShape),
      'GET /orders': success({ orders: orders.map(orderListItem) }),
    };
  }
}

/** The answers to customers who cannot log in: unconfirmed, unregistered or blacklisted ones. */
const REFUSED: AnswersByRequest = Object.fromEntries(
  ['GET /account/benefits', 'GET /subscriptions', 'GET /subscriptions/queued', 'GET /orders'].map(
    (request) => [request, failure(new LoginRequired().messages)],
  ),
);
