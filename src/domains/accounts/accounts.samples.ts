import { CATALOGUE_HASH, dateOf, daysFrom, makersOf, PASSWORD, PASSWORD_HASH, type Samples } from '#samples';
import type { Plan } from '#domains/plans/plan.entity';
import { Customer, EmailAlias } from './customer.entity';

export interface CustomerInput extends Partial<Customer> {
  /** The age today in whole years; replaces `birthdate`. */
  age?: number;
  /** The only plan that the customer may renew. */
  lockedPlan?: Plan;
}

/** The birthdate of a person whose birthday was yesterday, so that the age holds in every time zone. */
function birthdateAt(age: number, now: Date): string {
  const birthday = daysFrom(now, -1);
  birthday.setUTCFullYear(birthday.getUTCFullYear() - age);
  return dateOf(birthday);
}

const makers = makersOf({
  /** A registered and confirmed customer of about 36 years, whose password is `PASSWORD`. */
  async customer({ age, lockedPlan, ...overrides }: CustomerInput = {}): Promise<Customer> {
    const { n, now } = this.seed();
    return this.save(Customer, {
      fanclubId: await this.clubOf(overrides, lockedPlan),
      email: `customer-${n}@example.test`,
      passwordHash: PASSWORD_HASH,
      firstName: `First${n}`,
      lastName: `Last${n}`,
      birthdate: age === undefined ? '1990-01-31' : birthdateAt(age, now),
      username: null,
      registered: true,
      confirmedAt: daysFrom(now, -365),
      lastLoginAt: daysFrom(now, -365),
      blacklisted: false,
      invalidEmail: false,
      newEmail: null,
      listsOptIn: false,
      listsOptInSource: null,
      listsOptInChangedAt: null,
      autoRenewalEnabled: false,
      lockedPlanId: lockedPlan?.id ?? null,
      renewals: 0,
      acceptedTermsAt: daysFrom(now, -365),
      ...overrides,
    });
  },

  /** The unregistered buyer of a free plan, without an identity. */
  unregisteredCustomer(overrides: CustomerInput = {}): Promise<Customer> {
    return this.customer({
      email: null,
      passwordHash: null,
      firstName: null,
      lastName: null,
      birthdate: null,
      registered: false,
      confirmedAt: null,
      acceptedTermsAt: null,
      ...overrides,
    });
  },

  /** A former address of a customer. */
  async emailAlias({
    customer,
    ...overrides
  }: Partial<EmailAlias> & { customer?: Customer } = {}): Promise<EmailAlias> {
    const owner = customer ?? (await this.customer());
    return this.save(EmailAlias, {
      fanclubId: owner.fanclubId,
      customerId: owner.id,
      email: `former-${this.seed().n}@example.test`,
      ...overrides,
    });
  },
});

declare module '#samples' {
  interface Given extends AccountMakers {}
  interface MemberRows {
    /** The former address. */
    readonly alias: string;
  }
}
type AccountMakers = typeof makers;

/** The body of POST /accounts. */
export const newcomer = (n: number) => ({
  email: `new${n}@x.example`,
  first_name: 'New',
  birthdate: '1990-12-10',
  username: `newcomer${n}`,
  accept_terms: true,
});

export const samples: Samples = {
  makers,
  async statements({ given, now, club: { gold, members } }) {
    const { customer, alias } = members[1];
    const { id, email } = customer;
    const fresh = { email: 'fresh@x.example', username: 'fresh' };
    const unregistered = await given.unregisteredCustomer();
    const changing = await given.customer({ newEmail: 'changing@x.example' });
    const unconfirmed = await given.customer({ confirmedAt: null });
    await given.authentication({ customer: unconfirmed });
    const renewing = await given.customer({ lockedPlan: gold, renewals: 1 });
    const [from, into] = [await given.customer(), await given.customer()];
    await given.emailAlias({ customer: from });
    const empty = { email: null, passwordHash: null, firstName: null, lastName: null, birthdate: null };
    const erased = { ...empty, registered: false, erasedAt: now, mergedInto: into.id };
    await given.customer(erased);
    const pair = { from: from.id, into: into.id };
    return {
      'account_merges.add_alias': { into: into.id, email: 'former@x.example' },
      'account_merges.clear': { from: from.id },
      'account_merges.complete': pair,
      'account_merges.hold': pair,
      'account_merges.mark': { from: (await given.customer(erased)).id, into: into.id },
      'account_merges.move_aliases': pair,
      'account_merges.of_customer': { customer: into.id },
      'account_imports.change': {
        accounts: JSON.stringify([{ id, first_name: 'Ada', invalid_email: false, lists_opt_in: false }]),
      },
      'account_imports.find_taken': { wanted: JSON.stringify([{ line: 1, id: null, email }]) },
      'account_imports.hold': { ids: [id], emails: [email] },
      'accounts.confirm_verified': { customer: unconfirmed.id },
      'authentications.hold_owner': { customer: id },
      'authentications.disconnect_own': { customer: id, provider: 'social' },
      'accounts.register_buyer': { customer: unregistered.id, ...fresh },
      'authentications.disconnect_unproven': { customer: unconfirmed.id },
      'confirmations.find_owner_of_new': { customer: changing.id, email: changing.newEmail },
      'confirmations.hold_owner_of_new': { customer: changing.id, email: changing.newEmail },
      'confirmations.keep_former_address': { customer: id, former: alias, current: alias },
      'confirmations.confirm_new_address': { customer: changing.id },
      'confirmations.find_login_means': { customer: id, email },
      'customers.count_renewal': { customer: renewing.id, plan: gold.id },
      'customers.delete': { customers: [(await given.customer()).id] },
      'customers.hold_to_erase': { customer: (await given.customer()).id, due: null },
      'customers.mark_erased': { customer: (await given.unregisteredCustomer()).id },
      'customers.register': { customer: unregistered.id, ...fresh },
      'customers.uncount_renewal': { customer: renewing.id, plan: gold.id },
    };
  },
  limitedColumns: ['Customer.passwordHash'],
  notFromCatalogue: ['customers.erase_at', 'customers.erased_at', 'customers.merged_into'],
  async member({ given, member: { customer } }) {
    return { alias: (await given.emailAlias({ customer })).email };
  },
  routes: {
    'POST /account': {
      fields: {
        email: 'email',
        first_name: 'text',
        last_name: 'text',
        username: 'text',
        current_password: 'password',
        password: 'password',
        password_confirmation: 'password',
        lists_opt_in: 'flag',
        lists_opt_in_source: 'text',
      },
      request: (_club, n, field) => ({ body: field.includes('password') ? newPassword(n) : profile(n) }),
      matrix: () => ({ body: { first_name: 'Grace', email: 'grace@x.example', username: 'grace' } }),
    },
    'POST /accounts': {
      sender: 'nobody',
      fields: {
        customer: 'object',
        email: 'email',
        first_name: 'text',
        last_name: 'text',
        birthdate: 'date',
        username: 'text',
        password: 'password',
        password_confirmation: 'password',
        accept_terms: 'flag',
        password_attributes: 'object',
        'password_attributes.password': 'password',
        'password_attributes.password_confirmation': 'password',
        'customer.email': 'email',
        'customer.birthdate': 'date',
      },
      request: (_club, n, field) => ({
        body: field.startsWith('customer.') ? { customer: newcomer(n) } : newcomer(n),
      }),
    },
  },
  positions({ inBody, ofMembers, absentEmail, absentName }) {
    const emails = ofMembers(({ customer }) => customer.email!, true);
    const usernames = ofMembers(({ customer }) => customer.username!, true);
    return [
      inBody('POST /accounts', 'email', emails, absentEmail, (email) => ({ ...newcomer(0), email })),
      inBody('POST /accounts', 'username', usernames, absentName, (username) => ({
        ...newcomer(0),
        username,
      })),
      inBody('POST /account', 'email', emails, absentEmail, (email) => ({ email })),
      inBody('POST /account', 'username', usernames, absentName, (username) => ({ username })),
    ];
  },
  filteredById: {
    'accounts.own_password': 'the customer of the session',
    'customers.erasure_of': 'the customer of the session, or of a link that was sealed for the fan club',
    'customers.set_erase_at': 'the same',
    'accounts.update': 'the customer of the session',
    'authentications.disconnect_all': 'the owner of the token, who was held',
    'authentications.disconnect_own': 'the customer of the session, who was held',
    'authentications.hold_owner': 'the customer of the session',
    'authentications.disconnect_unproven': 'the owner of the token, who was held',
    'authentications.find_obstacle': 'sent only after a conflict with a unique key of the club',
    'authentications.has_unproven': 'the owner of the token',
    'confirmations.confirm_address': 'the owner of the token, who was held',
    'confirmations.confirm_new_address': 'the owner of the token, who was held',
    'confirmations.find_login_means': 'the owner of the token',
    'confirmations.find_owner_of_new': 'the owner of the token',
    'confirmations.hold_owner': 'the owner of the token',
    'confirmations.hold_owner_of_new': 'the owner of the token',
    'confirmations.keep_former_address': 'the owner of the token, who was held',
    'customers.register': 'the customer of the session',
    'customers.set_auto_renewal': 'the customer of the session, or in the path, who was held',
    'password_resets.reset': 'the owner of the token, who was held',
    'recoveries.find': 'the owner of the token',
    'recoveries.hold': 'the owner of the token',
    'recoveries.recover': 'the owner of the token, who was held',
    'recoveries.remove_later_aliases': 'the owner of the token, who was held',
  },
  catalogue: {
    customer: {
      id: 501,
      email: 'Ada@example.com',
      password_hash: CATALOGUE_HASH,
      first_name: 'Ada',
      last_name: 'Lovelace',
      birthdate: '1990-12-10',
      username: 'ada',
      registered: true,
      confirmed: true,
      confirmed_at: '2025-03-01T09:00:00Z',
      blacklisted: false,
      invalid_email: true,
      new_email: 'countess@example.com',
      email_aliases: ['byron@example.com'],
      lists_opt_in: true,
      lists_opt_in_source: 'website',
      lists_opt_in_changed_at: '2025-04-01T09:00:00Z',
      auto_renewal_enabled: true,
      locked_plan: 'Gold',
      renewals: 2,
      accepted_terms_at: '2025-03-01T08:00:00Z',
      created_at: '2025-03-01T08:00:00Z',
    },
  },
};

const profile = (n: number) => ({ first_name: `Ada ${n}`, lists_opt_in: 'True' });

const newPassword = (n: number) => ({
  current_password: PASSWORD,
  password: `password ${n}`,
  password_confirmation: `password ${n}`,
});
