import type { MemberFacts } from './members.queries';
import { timelineOf } from './timeline.rules';

const NOTHING = {
  row: { createdAt: new Date('2026-01-01T00:00:00Z'), confirmedAt: null, listsOptInChangedAt: null },
  ...{ subscriptions: [], orders: [], entries: [], sessions: [], audits: [] },
} as unknown as MemberFacts;

it.each([
  ['member.comped', 'Membership given'],
  ['entry.excluded', 'Entry excluded'],
  ['presale_code.voided', 'Presale code voided'],
])('the time line says what %s is', (action, text) => {
  const audits = [{ at: new Date('2026-02-01T00:00:00Z'), action, staffName: 'Kim', after: null }];
  const [latest] = timelineOf({ ...NOTHING, audits }, false);
  expect(latest).toMatchObject({ kind: action, text, by: 'Kim' });
});
