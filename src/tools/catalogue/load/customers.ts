import { Customer } from '#domains/accounts/customer.entity';
import { customer as format, type CustomerPart } from '../format/customer.format';
import { loadCustomerParts } from './customer-parts';
import type { FanclubParts } from './fanclub-parts';
import type { Loading } from './loading';
import { loadMemberships } from './memberships';
import { loadOrders } from './orders';
import { newHash } from './password-hashes';
import type { Matched, Row } from './rows';
import { match, reportTaken } from './rows';
import type { TableRules } from './table';
import { write } from './write';

const CUSTOMERS: TableRules<Customer> = {
  entity: Customer,
  tenant: 'fanclubId',
  key: ['fanclubId', 'email'],
  named: { noun: 'e-mail address', field: 'email' },
  folded: ['email', 'username'],
  peek: ['passwordHash', 'confirmedAt', 'listsOptIn'],
};

/** A customer of the file, and where it stands there. */
export interface CustomerAt {
  readonly part: CustomerPart;
  readonly path: string;
}

/** A customer with its row. */
export type SavedCustomer = Matched<Row<Customer> & CustomerAt, Customer>;

/** Loads some customers of one fan club with all that is theirs. */
export async function loadCustomers(
  loading: Loading,
  parts: FanclubParts,
  customers: readonly CustomerAt[],
): Promise<void> {
  const rows = customers.map((customer) => customerRow(loading, parts, customer));
  const matched = await match(loading, CUSTOMERS, rows);
  await reportTaken(loading, CUSTOMERS, matched, ['fanclubId', 'username'], {
    field: 'username',
    message: 'belongs to another customer',
  });
  const settled = await settle(loading, matched);
  await write(loading, CUSTOMERS, settled);
  await endSessions(loading, parts, settled);
  await loadCustomerParts(loading, parts, settled);
  await loadMemberships(loading, parts, settled);
  await loadOrders(loading, parts, settled);
}

const { blacklisted, invalid_email, lists_opt_in, auto_renewal_enabled, renewals } = format.fallbacks;

const FALLBACKS: Partial<Customer> = {
  passwordHash: null,
  firstName: null,
  lastName: null,
  birthdate: null,
  username: null,
  confirmedAt: null,
  blacklisted,
  invalidEmail: invalid_email,
  newEmail: null,
  listsOptIn: lists_opt_in,
  listsOptInSource: null,
  autoRenewalEnabled: auto_renewal_enabled,
  lockedPlanId: null,
  renewals,
};

function customerRow(
  { faults }: Loading,
  parts: FanclubParts,
  { part, path }: CustomerAt,
): Row<Customer> & CustomerAt {
  return {
    path,
    part,
    id: part.id,
    values: {
      fanclubId: parts.id,
      email: part.email,
      firstName: part.first_name,
      lastName: part.last_name,
      birthdate: part.birthdate,
      username: part.username,
      // Without an e-mail address there is nothing to have been registered or confirmed.
      registered: part.email === null ? false : part.registered,
      blacklisted: part.blacklisted,
      invalidEmail: part.invalid_email,
      newEmail: part.new_email,
      listsOptIn: part.lists_opt_in,
      listsOptInSource: part.lists_opt_in_source,
      autoRenewalEnabled: part.auto_renewal_enabled,
      lockedPlanId: parts.plans.resolve(part.locked_plan, `${path}.locked_plan`, faults),
      renewals: part.renewals,
    },
    fallbacks: { ...FALLBACKS, registered: true },
  };
}

/** Adds what depends on the row as it is now: the password hash, and the times of confirmation and of opting in. */
async function settle(loading: Loading, rows: readonly SavedCustomer[]): Promise<SavedCustomer[]> {
  if (!loading.writing) return [...rows];
  const hashes = await newHash(loading.tools.passwords, rows);
  return rows.map((row, n) => {
    const { part, isNew, current } = row;
    const optsIn = part.lists_opt_in;
    const changesList = isNew ? optsIn === true : optsIn !== undefined && optsIn !== current.listsOptIn;
    return {
      ...row,
      values: {
        ...row.values,
        passwordHash: hashes[n],
        confirmedAt: confirmedAt(
          part.confirmed ?? (isNew ? part.email !== null : undefined),
          row,
          loading.now,
        ),
        listsOptInChangedAt: changesList ? loading.now : undefined,
      },
    };
  });
}

/** The time of a confirmation: kept if there was one, now if the file says that there is one, undefined if it says nothing. */
export function confirmedAt(
  confirmed: boolean | undefined,
  { current }: { current: { confirmedAt?: Date | null } },
  now: Date,
): Date | null | undefined {
  if (confirmed === false) return null;
  return confirmed && !current.confirmedAt ? now : undefined;
}

/** Whoever logged in with a password that is no longer valid is logged out, as after any change of password. */
async function endSessions(
  loading: Loading,
  { id: fanclubId }: FanclubParts,
  customers: readonly SavedCustomer[],
): Promise<void> {
  const changed = customers.filter(
    ({ isNew, values, current }) =>
      !isNew && values.passwordHash !== undefined && values.passwordHash !== current.passwordHash,
  );
  if (changed.length === 0 || !loading.writing) return;
  await loading.change(
    `UPDATE sessions SET revoked_at = $3
     WHERE fanclub_id = $1 AND customer_id = ANY ($2::bigint[]) AND revoked_at IS NULL`,
    [fanclubId, changed.map(({ id }) => id), loading.now],
  );
}
