import fc from 'fast-check';
import { DEFAULT_RENEWAL_DAYS, RENEWAL_DAYS_LIMITS, renewalDaysOf } from '#platform/tenants';
import { announcementAt, chargeAfter, MOST_TRIES, reminderAfter, triesOf } from './renewal.schedule';

const DAY = 86_400_000;
const AT = new Date('2026-06-15T12:00:00Z');
const inDays = (days: number, from = AT): Date => new Date(from.getTime() + days * DAY);
const daysFromNow = (at: Date | null): number | null =>
  at && Math.round(((at.getTime() - AT.getTime()) / DAY) * 100) / 100;

describe('the schedule of a renewal', () => {
  it.each([
    ['a long time', 100, 14, [14, 17, 21, 28]],
    ['31 days, as for a plan without season', 31, 14, [14, 17, 21, 28]],
    ['20 days, in proportion', 20, 9.03, [9.03, 10.97, 13.55, 18.06]],
    ['a week, as for a trial', 7, 3.16, [3.16, 3.84, 4.74, 6.32]],
    ['four days, with the least notice', 4, 3, [3, 3.18, 3.41, 3.82]],
  ])('with %s left', (_, left, charge, tries) => {
    const chargeAt = chargeAfter(AT, inDays(left), DEFAULT_RENEWAL_DAYS);
    expect(daysFromNow(chargeAt)).toBe(charge);
    expect(triesOf(chargeAt!, inDays(left), DEFAULT_RENEWAL_DAYS).map(daysFromNow)).toEqual(tries);
  });

  it('has no charge if less than four days are left', () => {
    expect(chargeAfter(AT, inDays(3.9), DEFAULT_RENEWAL_DAYS)).toBeNull();
    expect(triesOf(AT, AT, DEFAULT_RENEWAL_DAYS)).toEqual([]);
  });

  it('is announced 31 days before the end of a term, or earlier in a short one', () => {
    const at = (kind: 'term' | 'trial', term: number, days = DEFAULT_RENEWAL_DAYS) =>
      daysFromNow(announcementAt(kind, { start: AT, end: inDays(term) }, days));
    expect([365, 30, 28].map((term) => at('term', term))).toEqual([334, 3.43, 3.2]);
    expect(at('trial', 14)).toBe(7);
    const slow = { renewalNoticeDays: 60, renewalTryDays: 28 };
    expect([365, 30].map((term) => at('term', term, slow))).toEqual([274, 1.26]);
  });

  it('has the days of the fan club', () => {
    const days = { renewalNoticeDays: 30, renewalTryDays: 7 };
    const chargeAt = chargeAfter(AT, inDays(60), days)!;
    expect(daysFromNow(chargeAt)).toBe(30);
    expect(triesOf(chargeAt, inDays(60), days).map(daysFromNow)).toEqual([30, 31.5, 33.5, 37]);
  });

  it('never charges before its notice, is monotone, and ends before the membership does', () => {
    const amount = fc.double({ min: 0, max: 400, noNaN: true });
    const { notice, tries: tried } = RENEWAL_DAYS_LIMITS;
    const settings = fc.record({
      renewalNoticeDays: fc.integer({ min: notice[0], max: notice[1] }),
      renewalTryDays: fc.integer({ min: tried[0], max: tried[1] }),
    });
    fc.assert(
      fc.property(amount, amount, settings, (left, later, days) => {
        const ends = inDays(left);
        const chargeAt = chargeAfter(AT, ends, days);
        if (!chargeAt) return left < 4;
        const tries = triesOf(chargeAt, ends, days);
        const longer = triesOf(chargeAt, inDays(left + later), days);
        const { renewalNoticeDays } = days;
        const least = Math.max(3, (left * renewalNoticeDays) / renewalDaysOf(days));
        return (
          chargeAt >= inDays(Math.min(renewalNoticeDays, least) - 1e-6) &&
          tries.length === MOST_TRIES &&
          tries.every((at, n) => at < ends && at >= chargeAt && (n === 0 || at > tries[n - 1])) &&
          // A longer extension never makes a try earlier.
          tries.every((at, n) => at <= longer[n])
        );
      }),
    );
  });
});

describe('the reminders of members who renew by hand', () => {
  const term = { end: inDays(35), extendedUntil: inDays(100) };

  it('are a week before the end, and three days before the extension is over', () => {
    expect(daysFromNow(reminderAfter('season', term, AT))).toBe(28);
    expect(daysFromNow(reminderAfter('season', term, inDays(28)))).toBe(97);
    expect(reminderAfter('season', term, inDays(97))).toBeNull();
    expect(reminderAfter('season', { ...term, extendedUntil: inDays(20) }, inDays(28))).toBeNull();
  });

  it('are two days before the end of a trial, and none of a plan that cannot be renewed by hand', () => {
    expect(daysFromNow(reminderAfter('trial', term, AT))).toBe(33);
    expect(reminderAfter('term', term, AT)).toBeNull();
  });
});
