import {
  flag,
  id,
  instant,
  integer,
  keyed,
  label,
  list,
  money,
  nullable,
  object,
  optional,
  orNull,
  type Read,
  ref,
  setOf,
  text,
} from '#platform/catalogue';

/** The largest number of a PostgreSQL integer column. */
const MOST = 2_147_483_647;
/** A century of months: longer memberships have no end date at all. */
const MOST_MONTHS = 1200;

export const salesPeriod = object(
  'SalesPeriod',
  {
    id: optional(id('sales_periods')),
    name: label(),
    starts_at: instant(),
    ends_at: instant(),
    extended_until: orNull(instant()),
  },
  ({ starts_at, ends_at, extended_until }, report) => {
    if (starts_at && ends_at && ends_at <= starts_at) report('ends_at', 'must be after starts_at');
    if (ends_at && extended_until && extended_until < ends_at) {
      report('extended_until', 'must not be before ends_at');
    }
  },
);
export type SalesPeriodPart = Read<typeof salesPeriod>;

export const affiliate = object('Affiliate', { id: optional(id('affiliates')), name: label() });
export type AffiliatePart = Read<typeof affiliate>;

const itemOption = object('ItemOption', { id: optional(id('item_options')), name: label() });

export const itemType = object('ItemType', {
  id: optional(id('item_types')),
  name: label(),
  options: keyed(itemOption, 'name'),
});
export type ItemTypePart = Read<typeof itemType>;

const packageItem = object('PackageItem', {
  name: label(),
  thumbnail: orNull(text()),
  item_type: orNull(ref('an item type')),
  required: optional(flag(), true),
});

const memberPackage = object('Package', {
  name: label(),
  description: orNull(text()),
  shipping_and_handling: object('ShippingAndHandling', { domestic: money(), international: money() }),
  items: list(packageItem),
});
export type PackagePart = Read<typeof memberPackage>;

const upgrade = object('Upgrade', { to: ref('a plan'), price: orNull(money()) });

export const plan = object('Plan', {
  id: optional(id('plans')),
  name: label(),
  description: orNull(text()),
  online_benefits: orNull(text()),
  annotations: orNull(text()),
  tags: optional(list(label()), []),
  duration: orNull(integer(1, MOST_MONTHS)),
  price: money(),
  sales_period: orNull(ref('a sales period')),
  on_sale: optional(flag(), true),
  deleted: optional(flag(), false),
  trial: optional(flag(), false),
  exclusive_access: optional(flag(), true),
  renewal_cap: orNull(integer(0, MOST)),
  checkout: orNull(text()),
  package: optional(nullable(memberPackage)),
  upgrades: optional(keyed(upgrade, 'to')),
});
export type PlanPart = Read<typeof plan>;

export const benefit = object('Benefit', {
  id: optional(id('benefits')),
  summary: label(500),
  details: orNull(text()),
  benefit_type: optional(label(), 'online'),
  image_url: orNull(text()),
  plans: setOf(ref('a plan')),
});
export type BenefitPart = Read<typeof benefit>;
