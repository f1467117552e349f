import { declareAudits, declarePermissions, HELPERS, MANAGERS, MASKED_READERS, OWNER } from '#platform/staff';

export const permissions = declarePermissions(
  {
    'members.read': MASKED_READERS,
    /** Corrections, locks, blacklist, confirmation mails, end of sessions. */
    'members.write': HELPERS,
    /** Memberships that are given, extended or cancelled; `limited`: one term at most. */
    'members.comp': { ...MANAGERS, support: 'limited' },
    /** Notes about members; `limited`: a person deletes only their own. */
    'members.notes': { ...MANAGERS, support: 'limited' },
    'members.export': MANAGERS,
    'members.import': OWNER,
  },
  // Made for programs: a file is imported again and again.
  ['members.import'],
);

export const audits = declareAudits({
  member: [
    'member.blacklisted',
    'member.cancelled',
    'member.changed',
    'member.comped',
    'member.confirmation_resent',
    'member.created',
    'member.email_proposed',
    'member.email_replaced',
    'member.extended',
    'member.locked',
    'member.mail_read',
    'member.password_mailed',
    'member.plan_changed',
    'member.sessions_ended',
    'member.shipping_changed',
    'member.unblacklisted',
    'member.unlocked',
    'members.exported',
    'members.imported',
    'members.listed',
  ],
  note: ['note.added', 'note.deleted'],
});

declare module '#platform/staff' {
  interface AuditKinds extends Readonly<typeof audits> {}
  interface Permissions extends Readonly<typeof permissions> {}
}
