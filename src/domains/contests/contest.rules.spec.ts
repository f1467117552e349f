import fc from 'fast-check';
import { entry, publishedContest } from './published-contest.fixtures';
import { member, membership, viewerOf, visitor } from '#platform/access/viewer.fixtures';
import {
  entryReadership,
  hasEnded,
  isAvailableTo,
  isRunning,
  selectContests,
  statusOf,
} from './contest.rules';
import { contestListJson } from './contest.serializer';
import { type ListContestsQuery, MAX_CONTESTS } from './dto/list-contests.query';

const NOW = new Date('2026-06-15T12:00:00Z');

describe('the time of a contest', () => {
  it.each([
    ['2026-06-01T06:59:59.999Z', 'upcoming', false, false],
    ['2026-06-01T07:00:00Z', 'running', true, false],
    ['2026-06-30T07:00:00Z', 'running', true, false],
    ['2026-06-30T07:00:00.001Z', 'ended', false, true],
  ])('at %s it is %s', (at, status, running, ended) => {
    const now = new Date(at);
    const contest = publishedContest();
    expect([statusOf(contest, null, now), isRunning(contest, now), hasEnded(contest, now)]).toEqual([
      status,
      running,
      ended,
    ]);
  });

  it.each(['2026-05-01T00:00:00Z', '2026-06-15T00:00:00Z', '2026-07-15T00:00:00Z'])(
    'at %s its status is entered for a customer who has entered',
    (now) => expect(statusOf(publishedContest(), entry(), new Date(now))).toBe('entered'),
  );
});

describe('the status of any contest at any time', () => {
  const milliseconds = fc.integer({ min: Date.UTC(2026, 0), max: Date.UTC(2026, 0) + 50 });
  const instant = fc.oneof(
    milliseconds.map((ms) => new Date(ms)),
    fc.date({ noInvalidDate: true }),
  );
  const times = fc
    .tuple(instant, instant)
    .map((pair) => pair.sort((a, b) => a.getTime() - b.getTime()))
    .map(([startsAt, endsAt]) => publishedContest({ startsAt, endsAt }));

  it('agrees with the flags', () => {
    fc.assert(
      fc.property(times, instant, (contest, now) => {
        const flags = [now < contest.startsAt, isRunning(contest, now), hasEnded(contest, now)];
        expect(flags.filter(Boolean)).toHaveLength(1);
        const status = ['upcoming', 'running', 'ended'][flags.indexOf(true)];
        expect(statusOf(contest, null, now)).toBe(status);
        expect(statusOf(contest, entry(), now)).toBe('entered');
      }),
      { numRuns: 1_000 },
    );
  });

  it('never goes back as time passes', () => {
    const course = ['upcoming', 'running', 'ended'];
    fc.assert(
      fc.property(times, instant, instant, (contest, one, other) => {
        const [earlier, later] = one <= other ? [one, other] : [other, one];
        const stages = [earlier, later].map((now) => course.indexOf(statusOf(contest, null, now)));
        expect(stages[0]).toBeLessThanOrEqual(stages[1]);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('isAvailableTo', () => {
  const adult = publishedContest({ minimumAge: 18 });
  const limited = publishedContest({ planIds: [7] });
  const withPlan = (id: number) => member({ plan: { ...membership().plan, id } });

  it.each([
    ['not to a visitor', publishedContest(), visitor(), false],
    ['not to an unregistered customer', publishedContest(), viewerOf({ registered: false }), false],
    ['not to an unconfirmed customer', publishedContest(), viewerOf({ confirmed: false }), false],
    ['to a customer without subscription', publishedContest(), viewerOf(), true],
    ['to a customer who turns old enough today', adult, viewerOf({ birthdate: '2008-06-15' }), true],
    ['not to a customer who turns old enough tomorrow', adult, viewerOf({ birthdate: '2008-06-16' }), false],
    ['not without birthdate if there is a minimum age', adult, viewerOf({ birthdate: null }), false],
    ['without birthdate if there is no minimum age', publishedContest(), viewerOf({ birthdate: null }), true],
    ['to a subscriber of one of its plans', limited, withPlan(7), true],
    ['not to a subscriber of another plan', limited, withPlan(8), false],
    ['not without subscription if it has plans', limited, viewerOf(), false],
    ['also after its end', publishedContest({ endsAt: new Date('2026-06-02T00:00:00Z') }), viewerOf(), true],
  ])('is %s', (_, contest, viewer, expected) => {
    expect(isAvailableTo(contest, viewer, NOW)).toBe(expected);
  });

  it("counts birthdays in the fan club's time zone", () => {
    const birthday = { birthdate: '2008-06-16' };
    expect(isAvailableTo(adult, viewerOf(birthday, { timeZone: 'Pacific/Kiritimati' }), NOW)).toBe(true);
    expect(isAvailableTo(adult, viewerOf(birthday, { timeZone: 'America/Los_Angeles' }), NOW)).toBe(false);
  });
});

describe('the readership of a list', () => {
  const contests = [
    publishedContest({ id: 1 }),
    publishedContest({ id: 2, startsAt: new Date('2026-06-16T07:00:00Z') }),
    publishedContest({ id: 3, endsAt: new Date('2026-06-10T07:00:00Z') }),
  ];
  const own = fc.shuffledSubarray(
    [1, 2, 3, 4].flatMap((contestId) =>
      [{}, { selected: true }, { selected: true, confirmed: true }, { selected: true, forfeited: true }].map(
        (outcome) => entry({ contestId, ...outcome }),
      ),
    ),
    { maxLength: 2 },
  );
  const entries = own.filter((few) => new Set(few.map(({ contestId }) => contestId)).size === few.length);

  it('decides what it prints, with the entries in any order', () => {
    let equal = 0;
    fc.assert(
      fc.property(entries, entries, (one, other) => {
        const printed = (few: typeof one) =>
          selectContests(contests, few, {}).map((found) => contestListJson(found, NOW).text);
        const isSame = entryReadership(contests, one) === entryReadership(contests, other);
        expect(JSON.stringify(printed(one)) === JSON.stringify(printed(other))).toBe(isSame);
        if (isSame) equal += 1;
      }),
      { numRuns: 3_000 },
    );
    expect(equal).toBeGreaterThan(100);
  });

  it('ignores entries in contests that are not published', () => {
    expect(entryReadership(contests, [entry({ contestId: 4 })])).toBe(entryReadership(contests, []));
  });
});

describe('selectContests', () => {
  const event = { id: 9, title: 'Summer night' };
  const contests = [1, 2, 3, 4, 5].map((id) => publishedContest({ id, event: id % 2 ? event : null }));
  const entries = [
    entry({ contestId: 2 }),
    entry({ contestId: 3, selected: true }),
    entry({ contestId: 4, selected: true, confirmed: true }),
    entry({ contestId: 5, selected: true, forfeited: true }),
  ];
  const list = (query: ListContestsQuery, own = entries) =>
    selectContests(contests, own, query).map(({ contest }) => contest.id);

  it.each<[string, ListContestsQuery, number[]]>([
    ['all', {}, [1, 2, 3, 4, 5]],
    ['the first few', { limit: 2 }, [1, 2]],
    ['the contests of an event', { event_id: 9 }, [1, 3, 5]],
    ['none of an event without contests', { event_id: 8 }, []],
    ['entered contests', { scope: 'entered' }, [2, 3, 4, 5]],
    [
      'contests in which the customer was selected, also confirmed and forfeited ones',
      { scope: 'selected' },
      [3, 4, 5],
    ],
    ['confirmed contests as winners', { scope: 'winners' }, [4]],
    ['forfeited contests', { scope: 'forfeited' }, [5]],
    ['the first few that match all parameters', { scope: 'entered', event_id: 9, limit: 1 }, [3]],
  ])('lists %s', (_, query, expected) => {
    expect(list(query)).toEqual(expected);
  });

  it.each(['entered', 'selected', 'winners', 'forfeited'] as const)(
    'lists nothing as %s without own entries',
    (scope) => expect(list({ scope }, [])).toEqual([]),
  );

  it('returns the own entry with its contest', () => {
    const found = selectContests(contests, entries, {});
    expect(found.map((one) => one.entry?.contestId ?? null)).toEqual([null, 2, 3, 4, 5]);
  });

  it('lists at most 500 contests', () => {
    const many = Array.from({ length: MAX_CONTESTS + 1 }, (_, id) => publishedContest({ id }));
    expect(selectContests(many, [], {})).toHaveLength(500);
  });
});
