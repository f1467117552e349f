import { type HeldQueuedTerm, type HeldTerm, mergedTerms } from './merged-terms.rules';

const day = (n: number): Date => new Date(Date.UTC(2026, 0, 1 + n));
const NOW = day(10);
const OF = { from: 2, into: 1 };

const term = (id: number, customerId: number, start: number, end: number | null, planId = 5): HeldTerm => ({
  ...{ id, customerId, planId, cancelled: false },
  ...{ startDate: day(start), endDate: end === null ? null : day(end) },
});
const queued = (id: number, customerId: number, start: number | null, end: number): HeldQueuedTerm => ({
  ...{ id, customerId, planId: 5, createdAt: day(0), isWaiting: true },
  ...{ startsAt: start === null ? null : day(start), endDate: day(end) },
});
const NOTHING = { moved: [], shifted: [], split: [], movedQueued: [], shiftedQueued: [] };

describe('the terms of two accounts', () => {
  it.each([
    {
      that: 'stay when they were if the other account has nothing left',
      terms: [term(1, 1, 0, 5), term(2, 2, 3, 40)],
      merged: { moved: [{ id: 2, later: 0 }] },
    },
    {
      that: 'stay when they were beside a membership without end',
      terms: [term(1, 1, 0, null), term(2, 2, 3, 40)],
      merged: { moved: [{ id: 2, later: 0 }] },
    },
    {
      that: 'are added up: what is left follows',
      terms: [term(1, 1, 0, 30), term(2, 2, 4, 40)],
      merged: {
        moved: [{ id: 2, later: 0 }],
        split: [{ kind: 'running', id: 2, start: day(30), end: day(60) }],
      },
    },
    {
      that: 'follow in their order, also those that were bought in advance',
      terms: [term(1, 1, 0, 30), term(2, 2, 4, 20), term(3, 2, 20, 25)],
      queued: [queued(7, 1, 30, 50), queued(8, 2, 25, 35), queued(9, 2, null, 27)],
      merged: {
        moved: [{ id: 2, later: 0 }],
        split: [{ kind: 'running', id: 2, start: day(50), end: day(60) }],
        shifted: [{ kind: 'future', id: 3, start: day(60), end: day(65) }],
        movedQueued: [
          { id: 8, later: 1 },
          { id: 9, later: 2 },
        ],
        shiftedQueued: [
          { kind: 'queued', id: 8, start: day(65), end: day(75) },
          { kind: 'queued', id: 9, start: day(75), end: day(77) },
        ],
      },
    },
    {
      that: 'begin a second later if the other account has a term of the plan at that time',
      terms: [term(1, 1, 0, 5), term(2, 2, 0, 5), term(3, 2, 0, 5, 6)],
      merged: {
        moved: [
          { id: 2, later: 1 },
          { id: 3, later: 0 },
        ],
      },
    },
  ])('$that', ({ terms, queued: waiting = [], merged }) => {
    expect(mergedTerms(OF, terms, waiting, NOW)).toEqual({ ...NOTHING, ...merged });
  });
});
