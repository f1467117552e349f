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
  'contests.draw': MANAGERS,
  /** The people who entered a contest. */
  'entries.read': MASKED_READERS,
  /** The winners of a contest with names and birthdates, and its entries with the reasons of exclusions, as files. */
  'entries.export': MANAGERS,
});

export const audits = declareAudits({
  contest: [
    ...itemActions('contest'),
    'contest.closed',
    'contest.drawn',
    'entries.exported',
    'entries.listed',
    'winners.exported',
    'winners.listed',
  ],
  contest_entry: ['entry.excluded', 'entry.included', 'winner.forfeited', 'winner.mailed'],
});

declare module '#platform/staff' {
  interface AuditKinds extends Readonly<typeof audits> {}
  interface Permissions extends Readonly<typeof permissions> {}
}
