import fc from 'fast-check';
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
    const chargeAt = chargeAfter(AT, inDays(left));
    expect(daysFromNow(chargeAt)).toBe(charge);
    expect(triesOf(chargeAt!, inDays(left)).map(daysFromNow)).toEqual(tries);
  });

  it('has no charge if less than four days are left', () => {
    expect(chargeAfter(AT, inDays(3.9))).toBeNull();
    expect(triesOf(AT, AT)).toEqual([]);
  });

  it('is announced 31 days before the end of a term, or earlier in a short one', () => {
    const of = (term: number) => daysFromNow(announcementAt('term', AT, inDays(term)));
    expect([of(365), of(30), of(28)]).toEqual([334, 3.43, 3.2]);
    expect(daysFromNow(announcementAt('trial', AT, inDays(14)))).toBe(7);
  });

  it('never charges before its notice, is monotone, and ends before the membership does', () => {
    const days = fc.double({ min: 0, max: 400, noNaN: true });
    fc.assert(
      fc.property(days, days, (left, later) => {
        const ends = inDays(left);
        const chargeAt = chargeAfter(AT, ends);
        if (!chargeAt) return left < 4;
        const tries = triesOf(chargeAt, ends);
        const longer = triesOf(chargeAt, inDays(left + later));
        return (
          chargeAt >= inDays(Math.min(14, Math.max(3, (left * 14) / 31) - 1e-6)) &&
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
