import {
  birthdate,
  country,
  customFields,
  day,
  email,
  flag,
  id,
  idOf,
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
  passwordHash,
  providerName,
  type Read,
  ref,
  secret,
  setOf,
  text,
  uniqueInFanclub,
} from '#platform/catalogue';

const MOST = 2_147_483_647;

export const address = object('Address', {
  first_name: text(),
  last_name: text(),
  address: text(),
  address_2: optional(text(), ''),
  city: text(),
  state: text(),
  postal_code: text(),
  country: country(),
});
export type AddressPart = Read<typeof address>;

const authentication = object('CustomerAuthentication', { name: providerName(), uid: label() });

const affiliateCodes = object('AffiliateCodes', { affiliate: ref('an affiliate'), codes: list(label()) });

const subscription = object(
  'Subscription',
  {
    id: optional(id('subscriptions')),
    plan: ref('a plan'),
    start_date: instant(),
    end_date: optional(nullable(instant())),
    sales_period: optional(nullable(ref('a sales period'))),
    trial_membership: optional(flag()),
    cancelled: optional(flag(), false),
  },
  ({ start_date, end_date }, report) => {
    if (start_date && end_date && end_date < start_date) report('end_date', 'must not be before start_date');
  },
);
export type SubscriptionPart = Read<typeof subscription>;

const queuedSubscription = object('QueuedSubscription', {
  id: optional(id('queued_subscriptions')),
  plan: ref('a plan'),
  created_at: instant(),
  processed_at: orNull(instant()),
  end_date: instant(),
  subscription: orNull(idOf()),
});
export type QueuedSubscriptionPart = Read<typeof queuedSubscription>;

const totals = object('Totals', { shipping: money(), discount: money(), subtotal: money(), total: money() });

const shipmentItem = object('ShipmentItem', {
  name: text(),
  thumbnail: orNull(text()),
  option: orNull(text()),
});

const shipment = object('Shipment', {
  ship_date: orNull(day()),
  tracking_url: orNull(text()),
  shipping_address: orNull(address),
  items: list(shipmentItem),
});
export type ShipmentPart = Read<typeof shipment>;

const order = object('Order', {
  id: optional(id('orders')),
  plan: ref('a plan'),
  totals: orNull(totals),
  created_at: instant(),
  paid_at: orNull(instant()),
  refunded_at: orNull(instant()),
  billing_address: orNull(address),
  shipments: optional(list(shipment)),
});
export type OrderPart = Read<typeof order>;

const contestEntry = object('ContestEntry', {
  contest: ref('a contest'),
  entered_at: optional(instant()),
  selected: optional(flag(), false),
  confirmed: optional(flag(), false),
  forfeited: optional(flag(), false),
});
export type ContestEntryPart = Read<typeof contestEntry>;

export const customer = object(
  'Customer',
  {
    id: optional(id('customers')),
    email: nullable(uniqueInFanclub('customer e-mail', email())),
    password: optional(secret(128)),
    password_hash: optional(passwordHash()),
    first_name: orNull(text()),
    last_name: orNull(text()),
    birthdate: orNull(birthdate()),
    username: orNull(uniqueInFanclub('user name', label())),
    registered: optional(flag()),
    confirmed: optional(flag()),
    blacklisted: optional(flag(), false),
    invalid_email: optional(flag(), false),
    new_email: orNull(email()),
    email_aliases: optional(setOf(email(), { distinct: (alias) => alias?.toLowerCase() })),
    lists_opt_in: optional(flag(), false),
    lists_opt_in_source: orNull(text()),
    auto_renewal_enabled: optional(flag(), false),
    locked_plan: orNull(ref('a plan')),
    renewals: optional(integer(0, MOST), 0),
    authentications: optional(keyed(authentication, 'name')),
    shipping_address: optional(nullable(address)),
    options: optional(setOf(ref('an item option, "item type/option"'))),
    affiliate_codes: optional(keyed(affiliateCodes, 'affiliate')),
    subscriptions: optional(list(subscription)),
    queued_subscriptions: optional(list(queuedSubscription)),
    orders: optional(list(order)),
    contest_entries: optional(keyed(contestEntry, 'contest')),
  },
  ({ id: given, email: address, registered, password, password_hash }, report) => {
    if (address === null && given === undefined)
      report('id', 'is missing: a customer without e-mail needs one');
    if (address === null && registered) report('registered', 'must be false for a customer without e-mail');
    if (password !== undefined && password_hash !== undefined) {
      report('password', 'must not be given together with password_hash');
    }
  },
  {
    not: { required: ['password', 'password_hash'] },
    if: { properties: { email: { type: 'null' } } },
    then: { required: ['id'], properties: { registered: { const: false } } },
  },
);
export type CustomerPart = Read<typeof customer>;

export const contact = object('Contact', {
  email: uniqueInFanclub('contact e-mail', email()),
  first_name: orNull(text()),
  last_name: orNull(text()),
  birthdate: orNull(birthdate()),
  lists_opt_in_source: orNull(text()),
  confirmed: optional(flag(), false),
  custom_fields: optional(customFields(), {}),
});
export type ContactPart = Read<typeof contact>;
