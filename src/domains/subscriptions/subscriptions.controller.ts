import { Controller, Get, Query } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { Bare } from '#libs/envelope';
import { Id } from '#libs/validation';
import { CurrentViewer, type LoggedInViewer, ReadsOwn, RequireCustomer } from '#platform/access';
import { CachedAnswer } from '#platform/answers';
import { ListQueuedSubscriptionsQuery } from './dto/list-queued-subscriptions.query';
import { queuedSubscriptionShape, subscriptionShape } from './subscription.serializer';
import { NoSubscriptionFound } from './subscriptions.errors';
import { SUBSCRIPTIONS_WITH_VISIT } from './subscriptions.queries';
import { SubscriptionsService } from './subscriptions.service';
import { Chapter, Operation } from '#platform/reference';
import { QueuedSubscription, Subscription } from './dto/subscription.answer';

@Controller('subscriptions')
@Chapter('Subscriptions', 'The memberships of the current customer.')
export class SubscriptionsController {
  constructor(
    private readonly subscriptions: SubscriptionsService,
    private readonly clock: Clock,
  ) {}

  @Get()
  @Operation({
    id: 'listSubscriptions',
    summary: 'Lists the subscriptions of the current customer',
    answer: { subscriptions: [Subscription] },
  })
  @RequireCustomer()
  @ReadsOwn(SUBSCRIPTIONS_WITH_VISIT)
  @CachedAnswer()
  async list(@CurrentViewer() viewer: LoggedInViewer) {
    const subscriptions = await this.subscriptions.list(viewer);
    const now = this.clock.now();
    return { subscriptions: subscriptions.map((subscription) => subscriptionShape(subscription, now)) };
  }

  /** An array without envelope (contract 2.23). Declared before `:id`, which would match it. */
  @Get('queued')
  @Operation({
    id: 'listQueuedSubscriptions',
    summary: 'Lists the queued subscriptions of the current customer',
    description: 'Sorted by end. A success is a list without envelope.',
    bare: [QueuedSubscription],
  })
  @RequireCustomer()
  @Bare()
  async listQueued(@CurrentViewer() viewer: LoggedInViewer, @Query() query: ListQueuedSubscriptionsQuery) {
    return (await this.subscriptions.listQueued(viewer, query)).map(queuedSubscriptionShape);
  }

  @Get(':id')
  @Operation({
    id: 'showSubscription',
    summary: 'Shows a subscription of the current customer',
    answer: { subscription: Subscription },
    failures: [NoSubscriptionFound],
  })
  @RequireCustomer()
  @CachedAnswer()
  async show(@CurrentViewer() viewer: LoggedInViewer, @Id(NoSubscriptionFound) id: number) {
    const subscription = await this.subscriptions.find(viewer, id);
    return { subscription: subscriptionShape(subscription, this.clock.now()) };
  }
}
