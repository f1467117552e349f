import {
  declareAudits,
  declarePermissions,
  itemActions,
  MANAGERS,
  MASKED_READERS,
  READERS,
} from '#platform/staff';

export const permissions = declarePermissions({
  'contests.read': READERS,
  'contests.write': MANAGERS,
  /** The people who entered a contest. */
  'entries.read': MASKED_READERS,
});

export const audits = declareAudits({
  contest: [...itemActions('contest'), 'entries.listed'],
  contest_entry: ['entry.excluded', 'entry.included'],
});

declare module '#platform/staff' {
  interface AuditKinds extends Readonly<typeof audits> {}
  interface Permissions extends Readonly<typeof permissions> {}
}
