import { type AuthProvider, HttpError } from 'react-admin';
import { currentClub, forgetMe, loadMe, may } from './clubs';
import type { Permission } from './generated';

/** The permission of a resource, by its first part: `plans` needs `plans.read` and `plans.write`. Not listed: the resource's own name. */
const TOPICS: Readonly<Record<string, string>> = {
  periods: 'plans',
  benefits: 'plans',
  upgrades: 'plans',
  pools: 'presale_codes',
  redeem_batches: 'redeem_codes',
  item_types: 'plans',
  calendar: 'events',
  club: 'club',
  domains: 'club',
  hosts: 'club',
  mail_templates: 'club',
  login_providers: 'keys',
  organization_keys: 'keys',
  webhook_endpoints: 'webhooks',
  webhook_deliveries: 'webhooks',
  parcels: 'shipments',
  batches: 'shipments',
  issues: 'shipments',
  people: 'staff',
  program_keys: 'staff',
  audits: 'audit',
  organization_audits: 'audit',
  security_events: 'audit',
};

/** Screens whose permission neither reads nor writes. */
const OWN: Readonly<Record<string, Permission>> = { duplicates: 'members.merge' };

const READS = ['list', 'show', 'export'];

/** Whether the person may do something with a resource in the current fan club; people without write permission get pages to read. */
export function mayUse(resource: string, action: string): boolean {
  const own = OWN[resource];
  if (own !== undefined) return may(own);
  const topic = TOPICS[resource] ?? resource;
  return may(`${topic}.${READS.includes(action) ? 'read' : 'write'}` as Permission);
}

export const authProvider: AuthProvider = {
  // The pages for logging in open the session themselves.
  login: () => Promise.resolve(),
  // The session has ended already; see `LogOut`.
  logout() {
    forgetMe();
    return Promise.resolve();
  },
  async checkAuth() {
    await loadMe();
  },
  // The dialog for logging in has asked already; see `Gate`.
  checkError: () => Promise.resolve(),
  async getIdentity() {
    const { id, name, email, clubs } = await loadMe();
    return { id, fullName: name || email, email, clubs };
  },
  async getPermissions() {
    await loadMe();
    return currentClub()?.permissions ?? {};
  },
  async canAccess({ resource, action }) {
    await loadMe().catch((error: unknown) => {
      if (!(error instanceof HttpError)) throw error;
    });
    // People who may only read open the same pages, with fields that cannot be changed.
    return mayUse(resource, action === 'edit' ? 'show' : action);
  },
};
