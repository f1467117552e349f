import type { FanclubInfo, Viewer, ViewerCustomer } from '#platform/access';
import { isAtRenewalCap } from '#domains/plans';
import { embeddedSubscription, reducedSubscription } from '#domains/subscriptions';
import { addressesOf, ageOf } from './customer.rules';
import type {
  Account,
  CreatedCustomer,
  FoundCustomer,
  LoggedInCustomer,
  ReducedCustomer,
} from './dto/customer.answer';

/** Contract 2.17. */
const EMAIL_IS_INVALID =
  'Please update and confirm your email to continue receiving important notifications from us.';

/** GET /account; null without a customer. */
export function accountOf({ fanclub, customer, unregistered }: Viewer, now: Date): Account | null {
  if (customer) return accountShape(customer, fanclub, now);
  return unregistered && unregisteredShape(unregistered, fanclub);
}

/** GET /account for a logged-in customer. */
export function accountShape(customer: ViewerCustomer, fanclub: FanclubInfo, now: Date): Account {
  return {
    ...identity(customer, fanclub, now),
    ...standing(customer),
    auto_renewal_enabled: customer.autoRenewalEnabled,
    lists_opt_in: customer.listsOptIn,
    ...addresses(customer),
    ...subscribed(customer),
  };
}

/**
 * GET /account for the customer whom a free-plan purchase left in the session: without an identity, but with what was bought
 * (contract 4.0, 4.14).
 */
export function unregisteredShape(customer: ViewerCustomer, fanclub: FanclubInfo): Account {
  return {
    id: null,
    first_name: null,
    last_name: null,
    email: null,
    new_email: null,
    birthdate: null,
    age: null,
    ...(fanclub.forumIntegration && { username: null }),
    fanclub_id: null,
    ...standing(customer),
    auto_renewal_enabled: customer.autoRenewalEnabled,
    lists_opt_in: false,
    email_aliases: [],
    invalid_email_message: null,
    authentications: [],
    ...subscribed(customer),
  };
}

/** POST /login by e-mail and password (contract 4.7): with `registered`, without the preferences. */
export function loginShape(customer: ViewerCustomer, fanclub: FanclubInfo, now: Date): LoggedInCustomer {
  return {
    ...identity(customer, fanclub, now),
    registered: customer.registered,
    ...standing(customer),
    ...addresses(customer),
    ...subscribed(customer),
  };
}

/** GET /account/search: without the preferences, because third parties read it. */
export function searchShape(customer: ViewerCustomer, fanclub: FanclubInfo, now: Date): FoundCustomer {
  return { ...createdShape(customer, fanclub, now), ...subscribed(customer) };
}

/** POST /accounts and POST /account: without preferences and subscription. */
export function createdShape(customer: ViewerCustomer, fanclub: FanclubInfo, now: Date): CreatedCustomer {
  return { ...identity(customer, fanclub, now), ...standing(customer), ...addresses(customer) };
}

/** POST /login and POST /account/register with an identity provider. */
export function reducedShape(customer: ViewerCustomer, fanclub: FanclubInfo): ReducedCustomer {
  return {
    id: customer.id,
    first_name: customer.firstName,
    last_name: customer.lastName,
    email: customer.email,
    birthdate: customer.birthdate,
    fanclub_id: fanclub.id,
    expired: customer.membership === null,
    authentications: authentications(customer),
    ...(customer.membership && { subscription: reducedSubscription(customer.membership) }),
  };
}

function identity(customer: ViewerCustomer, fanclub: FanclubInfo, now: Date) {
  return {
    id: customer.id,
    first_name: customer.firstName,
    last_name: customer.lastName,
    email: customer.email,
    new_email: customer.newEmail,
    birthdate: customer.birthdate,
    age: ageOf(customer, fanclub, now),
    ...(fanclub.forumIntegration && { username: customer.username }),
    fanclub_id: fanclub.id,
  };
}

function standing(customer: ViewerCustomer) {
  return {
    expired: customer.membership === null,
    trial_membership: customer.membership?.trial ?? false,
    at_renewal_cap: isAtRenewalCap(customer),
  };
}

function addresses(customer: ViewerCustomer) {
  return {
    email_aliases: addressesOf(customer),
    invalid_email_message: customer.invalidEmail ? EMAIL_IS_INVALID : null,
    authentications: authentications(customer),
  };
}

function authentications(customer: ViewerCustomer): { name: string }[] {
  return customer.authentications.map((name) => ({ name }));
}

function subscribed(customer: ViewerCustomer) {
  return customer.membership ? { subscription: embeddedSubscription(customer.membership) } : {};
}
