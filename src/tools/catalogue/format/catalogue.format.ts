import {
  apiKey,
  color,
  country,
  currency,
  email,
  exactly,
  flag,
  id,
  imageUrl,
  integer,
  type JsonSchema,
  keyed,
  label,
  list,
  object,
  optional,
  origin,
  orNull,
  providerName,
  type Read,
  secret,
  setOf,
  text,
  timeZone,
  uniqueInFile,
  url,
} from '#platform/catalogue';
import { MOST_TRUSTED_DOMAINS } from '#platform/tenants/trusted-domain.entity';
import { contact, customer } from './customer.format';
import { contest, event } from './event.format';
import { affiliate, benefit, itemType, plan, salesPeriod } from './offer.format';

const MOST_YEARS = 150;

const loginProvider = object('LoginProvider', {
  name: providerName(),
  app_id: label(),
  app_secret: secret(),
  login_path: orNull(text()),
  enabled: optional(flag(), true),
});
export type LoginProviderPart = Read<typeof loginProvider>;

const links = object('Links', {
  login: orNull(url()),
  logout: orNull(url()),
  password_reset: orNull(url()),
  saved_card: orNull(url()),
  redeem: orNull(url()),
  forum: orNull(url()),
  ipboard: orNull(url()),
  legals: optional(object('Legals', { privacy: orNull(url()), terms: orNull(url()) })),
});

const tracking = object('Tracking', {
  development: optional(list(label(), { maxItems: 1 })),
  production: optional(list(label())),
});

/** A fan club with all that it has. Customers and contacts, of which there may be very many, are read one by one. */
export const fanclub = object('Fanclub', {
  id: optional(id('fanclubs')),
  name: label(),
  key: uniqueInFile('fan club key', apiKey()),
  extra_keys: optional(list(uniqueInFile('fan club key', apiKey()))),
  site_url: url(),
  plans_url: optional(url()),
  support_email: email(),
  time_zone: optional(timeZone(), 'UTC'),
  currency: optional(currency(), 'USD'),
  home_country: optional(country(), 'US'),
  minimum_age: optional(integer(0, MOST_YEARS), 13),
  forum_integration: optional(flag(), false),
  list_plans_without_subscription: optional(flag(), false),
  logo_url: orNull(imageUrl()),
  accent_color: orNull(color()),
  trusted_domains: optional(setOf(origin(), { maxItems: MOST_TRUSTED_DOMAINS })),
  links: optional(links),
  tracking: optional(tracking),
  authentications: optional(keyed(loginProvider, 'name')),
  sales_periods: optional(keyed(salesPeriod, 'name')),
  affiliates: optional(keyed(affiliate, 'name')),
  item_types: optional(keyed(itemType, 'name')),
  plans: optional(keyed(plan, 'name')),
  benefits: optional(keyed(benefit, 'summary')),
  events: optional(
    list(event, {
      distinct: ({ title, start }) => (title && start ? `${start.getTime()} ${title}` : undefined),
      at: 'title',
    }),
  ),
  contests: optional(keyed(contest, 'name')),
  customers: optional(list(customer)),
  contacts: optional(list(contact)),
});
export type FanclubPart = Read<typeof fanclub>;

const organization = object('Organization', {
  id: optional(id('organizations')),
  name: label(),
  api_keys: optional(list(uniqueInFile('organization key', apiKey()))),
  fanclubs: list(fanclub),
});
export type OrganizationPart = Read<typeof organization>;

/** The whole file (version 1 of the format). */
export const catalogue = object('Catalogue', {
  version: exactly(1),
  organizations: keyed(organization, 'name'),
});
export type CataloguePart = Read<typeof catalogue>;

/** The lists of a fan club that may be too long for memory: each with the format of its members. */
export const LONG_LISTS = { customers: customer, contacts: contact } as const;
export type LongList = keyof typeof LONG_LISTS;

/** The JSON Schema of the format, for editors and for whoever writes catalogues. */
export function catalogueSchema(): JsonSchema {
  const definitions = new Map<string, JsonSchema>();
  const root = catalogue.schema(definitions);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Catalogue of fan clubs',
    ...root,
    $defs: Object.fromEntries([...definitions].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}
