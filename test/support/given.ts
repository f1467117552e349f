import type { Customer } from '../../src/domains/accounts';
import { Benefit, BenefitPlan } from '../../src/domains/benefits';
import { Contest, ContestEntry, ContestPlan } from '../../src/domains/contests';
import { Event, TicketLink, TicketLinkPlan } from '../../src/domains/events';
import { Order, Shipment, ShipmentItem } from '../../src/domains/orders';
import { Package, PackageItem, Plan, PlanUpgrade, SalesPeriod } from '../../src/domains/plans';
import { ItemOption, ItemSelection, ItemType, ShippingAddress } from '../../src/domains/shipping';
import { Affiliate, AffiliateCodes, QueuedSubscription, Subscription } from '../../src/domains/subscriptions';
import * as make from '../factories';
import { GivenPeople } from './given-people';

/** What is limited to some plans, or listed for them; none by default. */
interface ForPlans {
  plans?: readonly Plan[];
}

/**
 * Builds the world of one test, row by row: `await given.subscription({ customer, plan })`.
 *
 * - Whatever is left out has a sensible default: relatives are made up, times lie around the test's clock.
 * - Rows belong to the test's fan club ({@link Given.fanclub}), unless their relatives or `fanclubId` say otherwise.
 * - Values come from a counter, never from chance, so a test that failed fails again.
 */
export class Given extends GivenPeople {
  // Plans

  async salesPeriod(overrides: Partial<make.SalesPeriodInput> = {}): Promise<SalesPeriod> {
    return this.save(SalesPeriod, make.salesPeriodFactory(this.seed(), await this.ofTenant(overrides)));
  }

  async plan({ salesPeriod, ...overrides }: Partial<make.PlanInput> = {}): Promise<Plan> {
    const input = await this.ofTenant({ fanclubId: salesPeriod?.fanclubId, ...overrides });
    return this.save(Plan, make.planFactory(this.seed(), { ...input, salesPeriod }));
  }

  /** The package of a plan, with one item unless others are given. */
  async package(
    plan: Plan,
    items: readonly Omit<make.PackageItemInput, 'parcel'>[] = [{}],
    overrides: Partial<Package> = {},
  ): Promise<Package & { items: PackageItem[] }> {
    const parcel = await this.save(Package, make.packageFactory(this.seed(), { ...overrides, plan }));
    const rows = await inTurn(items, (item) =>
      this.save(PackageItem, make.packageItemFactory(this.seed(), { ...item, parcel })),
    );
    return Object.assign(parcel, { items: rows });
  }

  upgrade(from: Plan, to: Plan, overrides: Partial<PlanUpgrade> = {}): Promise<PlanUpgrade> {
    return this.save(PlanUpgrade, make.planUpgradeFactory(this.seed(), { ...overrides, from, to }));
  }

  async benefit({ plans = [], ...overrides }: Partial<make.BenefitInput> & ForPlans = {}): Promise<Benefit> {
    const input = await this.ofTenant({ fanclubId: plans[0]?.fanclubId, ...overrides });
    const benefit = await this.save(Benefit, make.benefitFactory(this.seed(), input));
    const link = { benefitId: benefit.id, fanclubId: benefit.fanclubId };
    await inTurn(plans, ({ id }) => this.save(BenefitPlan, { ...link, planId: id }));
    return benefit;
  }

  // Subscriptions and orders

  async subscription(overrides: Partial<make.SubscriptionInput> = {}): Promise<Subscription> {
    const input = await this.withCustomerAndPlan(overrides);
    return this.save(Subscription, make.subscriptionFactory(this.seed(), input));
  }

  async queuedSubscription(
    overrides: Partial<make.QueuedSubscriptionInput> = {},
  ): Promise<QueuedSubscription> {
    const input = await this.withCustomerAndPlan(overrides);
    return this.save(QueuedSubscription, make.queuedSubscriptionFactory(this.seed(), input));
  }

  async affiliate(overrides: Partial<make.AffiliateInput> = {}): Promise<Affiliate> {
    return this.save(Affiliate, make.affiliateFactory(this.seed(), await this.ofTenant(overrides)));
  }

  async affiliateCodes(overrides: Partial<make.AffiliateCodesInput> = {}): Promise<AffiliateCodes> {
    const customer = overrides.customer ?? (await this.customer(clubOf(overrides.affiliate)));
    const affiliate = overrides.affiliate ?? (await this.affiliate(clubOf(customer)));
    const input = { ...overrides, customer, affiliate };
    return this.save(AffiliateCodes, make.affiliateCodesFactory(this.seed(), input));
  }

  async order(overrides: Partial<make.OrderInput> = {}): Promise<Order> {
    return this.save(Order, make.orderFactory(this.seed(), await this.withCustomerAndPlan(overrides)));
  }

  /** A parcel of an order, with one item unless others are given; queued with `shipDate: null`. */
  async shipment({
    items = [{}],
    ...overrides
  }: Partial<make.ShipmentInput> & { items?: readonly Partial<ShipmentItem>[] } = {}): Promise<
    Shipment & { items: ShipmentItem[] }
  > {
    const order = overrides.order ?? (await this.order());
    const shipment = await this.save(Shipment, make.shipmentFactory(this.seed(), { ...overrides, order }));
    const rows = await inTurn(items, (item) =>
      this.save(ShipmentItem, make.shipmentItemFactory(this.seed(), { ...item, shipment })),
    );
    return Object.assign(shipment, { items: rows });
  }

  // Shipping

  /** An item type with its options, by their names. */
  async itemType({
    options = ['Small', 'Large'],
    ...overrides
  }: Partial<make.ItemTypeInput> & { options?: readonly string[] } = {}): Promise<
    ItemType & { options: ItemOption[] }
  > {
    const input = await this.ofTenant(overrides);
    const itemType = await this.save(ItemType, make.itemTypeFactory(this.seed(), input));
    const rows = await inTurn(options, (name) =>
      this.save(ItemOption, make.itemOptionFactory(this.seed(), { itemType, name })),
    );
    return Object.assign(itemType, { options: rows });
  }

  async shippingAddress(overrides: Partial<make.ShippingAddressInput> = {}): Promise<ShippingAddress> {
    const customer = overrides.customer ?? (await this.customer());
    return this.save(ShippingAddress, make.shippingAddressFactory(this.seed(), { ...overrides, customer }));
  }

  async itemSelection(overrides: Partial<make.ItemSelectionInput> = {}): Promise<ItemSelection> {
    const customer = overrides.customer ?? (await this.customer(clubOf(overrides.option)));
    const option = overrides.option ?? (await this.itemType(clubOf(customer))).options[0];
    const input = { ...overrides, customer, option };
    return this.save(ItemSelection, make.itemSelectionFactory(this.seed(), input));
  }

  // Events and contests

  async event(overrides: Partial<make.EventInput> = {}): Promise<Event> {
    return this.save(Event, make.eventFactory(this.seed(), await this.ofTenant(overrides)));
  }

  /** A ticketing link of an event; `plans` limits who is entitled to an exclusive one. */
  async ticketLink({
    plans = [],
    ...overrides
  }: Partial<make.TicketLinkInput> & ForPlans = {}): Promise<TicketLink> {
    const event = overrides.event ?? (await this.event(clubOf(overrides.affiliate ?? plans[0])));
    const ticketLink = await this.save(
      TicketLink,
      make.ticketLinkFactory(this.seed(), { ...overrides, event }),
    );
    const link = { ticketLinkId: ticketLink.id, fanclubId: event.fanclubId };
    await inTurn(plans, ({ id }) => this.save(TicketLinkPlan, { ...link, planId: id }));
    return ticketLink;
  }

  /** A running contest (or see `when`); `plans` limits who may enter it. */
  async contest({
    event,
    plans = [],
    ...overrides
  }: Partial<make.ContestInput> & ForPlans = {}): Promise<Contest> {
    const input = await this.ofTenant({ fanclubId: (event ?? plans[0])?.fanclubId, ...overrides });
    const contest = await this.save(Contest, make.contestFactory(this.seed(), { ...input, event }));
    const link = { contestId: contest.id, fanclubId: contest.fanclubId };
    await inTurn(plans, ({ id }) => this.save(ContestPlan, { ...link, planId: id }));
    return contest;
  }

  async entry(overrides: Partial<make.ContestEntryInput> = {}): Promise<ContestEntry> {
    const customer = overrides.customer ?? (await this.customer(clubOf(overrides.contest)));
    const contest = overrides.contest ?? (await this.contest(clubOf(customer)));
    return this.save(
      ContestEntry,
      make.contestEntryFactory(this.seed(), { ...overrides, contest, customer }),
    );
  }

  private async withCustomerAndPlan<Input extends { customer?: Customer; plan?: Plan }>(
    input: Input,
  ): Promise<Input & { customer: Customer; plan: Plan }> {
    const customer = input.customer ?? (await this.customer(clubOf(input.plan)));
    const plan = input.plan ?? (await this.plan(clubOf(customer)));
    return { ...input, customer, plan };
  }
}

/** Overrides that put a row into the fan club of another one, if there is one. */
function clubOf(relative: { fanclubId: number } | undefined): { fanclubId?: number } {
  return relative ? { fanclubId: relative.fanclubId } : {};
}

/** One after the other, so that ids rise in the order given. */
async function inTurn<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) results.push(await work(item));
  return results;
}
