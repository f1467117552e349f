import { type SalesPeriodSpan, Viewer, type ViewerCustomer } from '#platform/access';
import { fanclubInfo, someCustomer, SOURCE } from '#platform/access/viewer.fixtures';
import { nullsOf } from '#platform/database/row.fixtures';
import { LIST_PLANS } from './plans.queries';
import type { PublishedPlan } from './published-plan';
import type { PlanStanding } from './plan.rules';

/** A plan of a year for 100, on sale at any time, with all texts, and without package or upgrades. */
export function somePlan(facts: Partial<PublishedPlan> = {}): PublishedPlan {
  return {
    ...nullsOf(LIST_PLANS),
    id: 3,
    name: 'Gold Plan',
    description: '<p>All</p>',
    onlineBenefits: '<p>Forum</p>',
    annotations: '<p>New</p>',
    tags: ['gold'],
    duration: 12,
    price: '100.00',
    currency: 'USD',
    checkoutUrl: 'https://lanterns.example/buy/3',
    onSale: true,
    trial: false,
    deleted: false,
    soldOut: false,
    salesPeriod: null,
    upgradePaths: [],
    ...facts,
  };
}

/** A sales period of the year 2026. */
export function someSeason(facts: Partial<SalesPeriodSpan> = {}): SalesPeriodSpan {
  return {
    id: 7,
    startsAt: new Date('2026-01-01T00:00:00Z'),
    endsAt: new Date('2026-12-31T00:00:00Z'),
    extendedUntil: null,
    ...facts,
  };
}

/** The standing of a plan that a visitor may buy. */
export function someStanding(facts: Partial<PlanStanding> = {}): PlanStanding {
  return { current: false, upgrade: false, upgradePrice: null, renewal: false, available: true, ...facts };
}

/** A logged-in viewer, by default without locked plan and subscription. */
export function someViewer(facts: Partial<ViewerCustomer> = {}): Viewer {
  const customer = someCustomer({ lockedPlanId: null, lockedPlanRenewalCap: null, ...facts });
  const visit = { sessionId: 1, orderId: null, customer };
  return new Viewer({ fanclub: fanclubInfo(), source: SOURCE, visit });
}
