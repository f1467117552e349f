import { Any, IsNull } from 'typeorm';
import {
  type Club,
  columns,
  fieldsOf,
  format as f,
  listPart,
  type LoadContext,
  match,
  type MemberAt,
  NOT_CONFIRMED,
  reportTaken,
  type Row,
  type Saved,
  type TableRules,
  timeOfFlag,
  write,
} from '#platform/catalogue';
import { Plan } from '#domains/plans/plan.entity';
import { Session } from '#platform/access/session.entity';
import { Customer } from './customer.entity';
import { newHash } from './imported-passwords';

/** The largest number of a PostgreSQL integer column. */
const MAX_INTEGER = 2_147_483_647;

const FIELDS = {
  id: f.optional(f.id('customers')),
  email: f.nullable(f.uniqueInFanclub('customer e-mail', f.email())),
  password: f.optional(f.secret(128)),
  password_hash: f.optional(f.passwordHash()),
  // As long as an index entry can hold.
  first_name: f.orNull(f.text(255)),
  last_name: f.orNull(f.text(255)),
  birthdate: f.orNull(f.birthdate()),
  username: f.orNull(f.uniqueInFanclub('user name', f.label())),
  registered: f.optional(f.flag()),
  confirmed: f.optional(f.flag()),
  confirmed_at: f.optional(f.instant()),
  blacklisted: f.optional(f.flag(), false),
  invalid_email: f.optional(f.flag(), false),
  new_email: f.orNull(f.email()),
  lists_opt_in: f.optional(f.flag(), false),
  lists_opt_in_source: f.orNull(f.text()),
  lists_opt_in_changed_at: f.optional(f.nullable(f.instant())),
  auto_renewal_enabled: f.optional(f.flag(), false),
  locked_plan: f.orNull(f.ref('a plan')),
  renewals: f.optional(f.integer(0, MAX_INTEGER), 0),
  accepted_terms_at: f.orNull(f.instant()),
  created_at: f.optional(f.instant()),
};
type CustomerPart = f.ObjectOf<typeof FIELDS>;
type SavedCustomer = Saved<Customer, CustomerPart>;

const CUSTOMERS: TableRules<Customer> = {
  entity: Customer,
  tenant: 'fanclubId',
  key: ['fanclubId', 'email'],
  named: { noun: 'e-mail address', field: 'email' },
  folded: ['email', 'username'],
  peek: ['passwordHash', 'blacklisted', 'confirmedAt', 'listsOptIn'],
};

const NO_COLUMNS = [
  'id',
  'password',
  'password_hash',
  'confirmed',
  'confirmed_at',
  'lists_opt_in_changed_at',
  'locked_plan',
] as const;

const FALLBACKS: Partial<Customer> = {
  ...columns(f.fallbacksOf(FIELDS), NO_COLUMNS),
  passwordHash: null,
  registered: true,
  confirmedAt: null,
  lockedPlanId: null,
};

/** The customers of a fan club. Other domains add fields to them. */
export const customersInCatalogue = listPart({
  field: 'customers',
  name: 'Customer',
  entity: Customer,
  fields: FIELDS,
  check({ id: given, email: address, registered, confirmed, confirmed_at, ...secrets }, report) {
    if (address === null && given === undefined)
      report('id', 'is missing: a customer without e-mail needs one');
    if (address === null && registered) report('registered', 'must be false for a customer without e-mail');
    if (confirmed === false && confirmed_at) report('confirmed_at', NOT_CONFIRMED);
    if (secrets.password !== undefined && secrets.password_hash !== undefined) {
      report('password', 'must not be given together with password_hash');
    }
  },
  furtherSchema: {
    not: { required: ['password', 'password_hash'] },
    if: { properties: { email: { type: 'null' } } },
    then: { required: ['id'], properties: { registered: { const: false } } },
  },
  refersTo: { plans: Plan },
  async load(context, club, customers) {
    const rows = customers.map((customer) => customerRow(club, customer));
    const matched = await match(context, CUSTOMERS, rows);
    await reportTaken(context, CUSTOMERS, matched, ['fanclubId', 'username'], {
      field: 'username',
      message: 'belongs to another customer',
    });
    const settled = await settle(context, matched);
    await write(context, CUSTOMERS, settled);
    await endSessions(context, club.id, settled);
    return settled;
  },
  export(context, { targets }, row) {
    // The format cannot say that a customer was erased. Loaded elsewhere, the row would be a buyer who can still register.
    if (row.erasedAt !== null) return null;
    // A customer without an e-mail address has only the id.
    if (row.email === null && !context.ids) return null;
    return {
      id: context.id(row.id),
      ...fieldsOf(FIELDS, row, NO_COLUMNS),
      password: undefined,
      password_hash: context.secrets ? (row.passwordHash ?? undefined) : undefined,
      confirmed: row.confirmedAt !== null,
      confirmed_at: row.confirmedAt ?? undefined,
      lists_opt_in_changed_at: row.listsOptInChangedAt,
      locked_plan: targets.plans.refer(row.lockedPlanId),
    };
  },
});

function customerRow(
  { id: fanclubId, targets }: Club<'plans'>,
  { part, path }: MemberAt<CustomerPart>,
): Row<Customer> & MemberAt<CustomerPart> {
  return {
    path,
    part,
    id: part.id,
    values: {
      fanclubId,
      ...columns(part, NO_COLUMNS, FIELDS),
      // A customer without an e-mail address cannot be registered.
      registered: part.email === null ? false : part.registered,
      lockedPlanId: targets.plans.resolve(part.locked_plan, `${path}.locked_plan`),
    },
    fallbacks: FALLBACKS,
  };
}

/** Adds the values that depend on the stored row: the password hash, and the times of confirmation and of opting in. */
async function settle(context: LoadContext, rows: readonly SavedCustomer[]): Promise<SavedCustomer[]> {
  if (!context.writing) return [...rows];
  const hashes = await newHash(context.tools.passwords, rows);
  return rows.map((row, n) => {
    const { part, isNew, current } = row;
    const optsIn = part.lists_opt_in;
    const { confirmed_at: confirmedAt } = part;
    const confirmed = part.confirmed ?? (confirmedAt || (isNew && part.email !== null) ? true : undefined);
    const changesList = isNew ? optsIn === true : optsIn !== undefined && optsIn !== current.listsOptIn;
    return {
      ...row,
      values: {
        ...row.values,
        passwordHash: hashes[n],
        confirmedAt: timeOfFlag(confirmed, current.confirmedAt, context.now, confirmedAt),
        listsOptInChangedAt:
          part.lists_opt_in_changed_at === undefined && changesList
            ? context.now
            : part.lists_opt_in_changed_at,
      },
    };
  });
}

/** Ends the sessions of customers whose password changes, or who are blacklisted. */
async function endSessions(
  context: LoadContext,
  fanclubId: number,
  customers: readonly SavedCustomer[],
): Promise<void> {
  const changed = customers.filter(
    ({ isNew, values, current }) =>
      !isNew &&
      ((values.passwordHash !== undefined && values.passwordHash !== current.passwordHash) ||
        (values.blacklisted && !current.blacklisted)),
  );
  if (changed.length === 0 || !context.writing) return;
  const sessions = { fanclubId, customerId: Any(changed.map(({ id }) => id)), revokedAt: IsNull() };
  await context.tx.update(Session, sessions, { revokedAt: context.now });
}
