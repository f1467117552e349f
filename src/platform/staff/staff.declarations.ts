import { declareSecurityEvents } from '#platform/audit';
import { declareAudits } from './audit/audit-kinds';
import { declarePermissions, MANAGERS, OWNER } from './permissions';

export const permissions = declarePermissions({
  /** People and their roles. */
  'staff.read': MANAGERS,
  'staff.write': OWNER,
  'audit.read': MANAGERS,
  /** The client networks of security events; of people who also work elsewhere only for who owns all of it. */
  'audit.networks': OWNER,
});

declare module './permissions' {
  interface Permissions extends Readonly<typeof permissions> {}
}

export const events = declareSecurityEvents({
  'staff.disabled': [],
  'staff.enabled': [],
  'staff.factors_changed': [],
  'staff.invited': [],
  'staff.joined': [],
  'staff.key_created': [],
  'staff.key_revoked': [],
  'staff.logged_in': ['invited', 'passkey', 'password', 'recovery_code'],
  'staff.login_failed': ['wrong_code', 'wrong_passkey', 'wrong_password'],
  'staff.refused': ['foreign_page', 'not_allowed', 'not_found'],
  'staff.reset': [],
});

declare module '#platform/audit' {
  interface SecurityEventKinds extends Readonly<typeof events> {}
}

export const audits = declareAudits({
  invitation: ['invitation.created', 'invitation.deleted'],
  member: ['member.seen'],
  program_key: ['program_key.created', 'program_key.revoked'],
  role: ['role.changed', 'role.created', 'role.removed', 'role.reset_mailed'],
});

declare module './audit/audit-kinds' {
  interface AuditKinds extends Readonly<typeof audits> {}
}
