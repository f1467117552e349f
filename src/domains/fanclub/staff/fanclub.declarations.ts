import { declareAudits, declarePermissions, HELPERS, MANAGERS, OWNER, READERS } from '#platform/staff';

export const permissions = declarePermissions({
  /** Fan club keys, organization keys and login providers. */
  'keys.read': MANAGERS,
  'keys.write': OWNER,
  /** Settings of the fan club, trusted domains, texts of mails. */
  'club.read': READERS,
  'club.write': MANAGERS,
  /** Settings of money: currency, tax, and the limit of refunds. Changes need a recent proof. */
  'club.money': OWNER,
  /** Mails that wait, were sent or failed; never their contents. */
  'mails.read': READERS,
  'mails.retry': HELPERS,
});

export const audits = declareAudits({
  domain: ['domain.created', 'domain.deleted'],
  fanclub: ['fanclub.changed'],
  host: ['host.checked', 'host.created', 'host.deleted', 'host.made_main'],
  key: ['key.created', 'key.made_main', 'key.revoked'],
  login_provider: ['login_provider.changed', 'login_provider.created'],
  mail: ['mail.retried', 'mails.retried'],
  mail_template: ['mail_template.changed', 'mail_template.deleted', 'mail_template.tried'],
  organization_key: ['key.created', 'key.revoked'],
});

declare module '#platform/staff' {
  interface AuditKinds extends Readonly<typeof audits> {}
  interface Permissions extends Readonly<typeof permissions> {}
}
