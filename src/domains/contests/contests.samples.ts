import { createHash } from 'node:crypto';
import { commitmentOf, listHashOf, rankingOf } from '#libs/draw';
import { Sealer } from '#libs/sealed';
import { daysFrom, ENCRYPTION_KEY, sequentially, makersOf, type Samples } from '#samples';
import type { Customer } from '#domains/accounts/customer.entity';
import type { Event } from '#domains/events/event.entity';
import type { ForPlans } from '#domains/plans/plans.samples';
import { ContestDraw, ContestWinner } from './contest-draw.entity';
import { ContestExclusion, ContestEntry, ContestPlan, Contest } from './contest.entity';

export interface ContestInput extends Partial<Contest>, ForPlans {
  /** The contest's status now; `running` by default. */
  when?: keyof typeof DAYS;
  event?: Event;
}

const DAYS = { upcoming: [10, 20], running: [-10, 10], ended: [-20, -10] } as const;

const makers = makersOf({
  /** A published contest. `plans` restricts who may enter it. */
  async contest({ when = 'running', event, plans = [], ...overrides }: ContestInput = {}): Promise<Contest> {
    const { n, now } = this.seed();
    const [start, end] = DAYS[when];
    const contest = await this.save(Contest, {
      fanclubId: await this.clubOf(overrides, event, plans[0]),
      eventId: event?.id ?? null,
      name: `Contest ${n}`,
      minimumAge: 0,
      startsAt: daysFrom(now, start),
      endsAt: daysFrom(now, end),
      timeZone: 'America/Los_Angeles',
      details: `<p>Details of contest ${n}</p>`,
      rules: `<p>Rules of contest ${n}</p>`,
      published: true,
      entriesClosedAt: null,
      ...overrides,
    });
    const link = { contestId: contest.id, fanclubId: contest.fanclubId };
    await sequentially(plans, ({ id }) => this.save(ContestPlan, { ...link, planId: id }));
    return contest;
  },

  /** A customer's entry of yesterday, before the draw. */
  async entry({
    contest,
    customer,
    ...overrides
  }: Partial<ContestEntry> & { contest?: Contest; customer?: Customer } = {}): Promise<ContestEntry> {
    const fanclubId = await this.clubOf(customer, contest);
    const { id, firstName, lastName, birthdate } = customer ?? (await this.customer({ fanclubId }));
    return this.save(ContestEntry, {
      fanclubId,
      contestId: (contest ?? (await this.contest({ fanclubId }))).id,
      customerId: id,
      enteredAt: daysFrom(this.seed().now, -1),
      selected: false,
      confirmed: false,
      forfeited: false,
      firstName,
      lastName,
      birthdate,
      ...overrides,
    });
  },

  /** An entry that staff have excluded from the draw. */
  async contestExclusion(overrides: Partial<ContestExclusion> = {}): Promise<ContestExclusion> {
    const fanclubId = await this.clubOf(overrides);
    return this.save(ContestExclusion, {
      fanclubId,
      entryId: overrides.entryId ?? (await this.entry({ contest: await this.contest({ fanclubId }) })).id,
      reason: 'Works for the venue',
      staffId: null,
      ...overrides,
    });
  },

  /** The draw of a contest that is open: only its seed is fixed. With `entries` the list is fixed too, and with `prizes` it is drawn. */
  async contestDraw({
    contest,
    entries,
    prizes,
    ...overrides
  }: Partial<ContestDraw> & { contest?: Contest } = {}): Promise<ContestDraw> {
    const { now } = this.seed();
    const entriesClosedAt = entries ? now : null;
    const fanclub = await this.clubOf(overrides, contest);
    const of = contest ?? (await this.contest({ when: 'ended', entriesClosedAt, fanclubId: fanclub }));
    const { id: contestId, fanclubId } = of;
    const seed = createHash('sha256').update(`seed of contest ${contestId}`).digest();
    const ids = [...(entries ?? [])].sort((a, b) => a - b);
    return this.save(ContestDraw, {
      fanclubId,
      contestId,
      seedSealed: prizes ? null : new Sealer([ENCRYPTION_KEY]).seal(seed.toString('hex')),
      commitment: commitmentOf(contestId, seed),
      committedAt: daysFrom(now, -30),
      entries: entries ? ids : null,
      entryCount: entries ? ids.length : null,
      listHash: entries ? listHashOf(contestId, ids) : null,
      leftOut: entries ? 0 : null,
      exclusions: entries ? [] : null,
      beaconSource: null,
      ...(prizes
        ? {
            seed: seed.toString('hex'),
            beacon: '',
            prizes,
            ranking: rankingOf(contestId, seed, ids, ''),
            drawnAt: now,
            confirmHours: 72,
          }
        : { seed: null, beacon: null, prizes: null, ranking: null, drawnAt: null, confirmHours: null }),
      alternatesUntil: null,
      ...overrides,
    });
  },

  /** An entry that was drawn first, and asked to confirm. Its contest has no other entry. */
  async contestWinner({
    entry,
    ...overrides
  }: Partial<ContestWinner> & { entry?: ContestEntry } = {}): Promise<ContestWinner> {
    const { now } = this.seed();
    const fanclub = await this.clubOf(overrides, entry);
    const drawn = (): Promise<Contest> =>
      this.contest({ when: 'ended', entriesClosedAt: now, fanclubId: fanclub });
    const { id: entryId, contestId, fanclubId } = entry ?? (await this.entry({ contest: await drawn() }));
    const contest = { id: contestId, fanclubId } as Contest;
    await this.contestDraw({ contest, entries: [entryId], prizes: [{ name: 'Two tickets', winners: 1 }] });
    return this.save(ContestWinner, {
      fanclubId,
      contestId,
      rank: 1,
      entryNumber: entryId,
      prize: 0,
      state: 'selected',
      confirmBy: daysFrom(now, 3),
      heldMs: 0,
      decidedAt: null,
      cause: null,
      reason: null,
      mailNumber: null,
      mailedAt: null,
      ...overrides,
    });
  },
});

declare module '#samples' {
  interface Given extends ContestMakers {}
  interface ClubRows {
    readonly contest: Contest;
    readonly drawnContest: Contest;
    readonly unpublishedContest: Contest;
  }
}
type ContestMakers = typeof makers;

export const samples: Samples = {
  makers,
  examples: { contest: async (given) => given.contest({ plans: [await given.plan()] }) },
  after: ['plans', 'events'],
  async club({ given, club, of, now }) {
    await of('everybody');
    const contest = await given.contest({ event: club.event });
    await given.contest({ plans: [club.gold] });
    const drawnContest = await given.contest({ when: 'ended', entriesClosedAt: now });
    await given.contestDraw({
      contest: drawnContest,
      entries: [],
      prizes: [{ name: 'Tickets', winners: 1 }],
    });
    await of('nobody');
    await given.contestDraw();
    return { contest, drawnContest, unpublishedContest: await given.contest({ published: false }) };
  },
  async member({ given, club, now, member: { customer } }) {
    await given.entry({ customer, contest: club.unpublishedContest });
    const { id: fanclubId } = club;
    const drawn = await given.contest({ published: false, when: 'ended', entriesClosedAt: now, fanclubId });
    await given.contestWinner({ entry: await given.entry({ customer, contest: drawn }) });
    return {};
  },
  async statements({ given, now, club: { id: fanclubId } }) {
    const past = { when: 'ended', fanclubId } as const;
    const open = await given.contest({ fanclubId });
    const [from, into] = [await given.customer({ fanclubId }), await given.customer({ fanclubId })];
    await given.entry({ customer: from, contest: open });
    await given.entry({ customer: into, contest: open });
    await given.entry({ customer: from, contest: await given.contest({ fanclubId }) });
    const pair = { from: from.id, into: into.id };
    const ended = await given.contest(past);
    await given.contestDraw({ contest: ended });
    const entered = await given.entry({ contest: ended, enteredAt: ended.startsAt });
    const partly = await given.contest(past);
    const excluded = await given.entry({ contest: partly });
    await given.contestExclusion({ fanclubId, entryId: excluded.id });
    await given.contestDraw({ contest: partly });
    const closed = await given.contest({ ...past, entriesClosedAt: now });
    const frozen = await given.entry({ contest: closed });
    const frozenList = await given.contestDraw({ contest: closed, entries: [frozen.id] });
    const due = await given.contestWinner({ confirmBy: daysFrom(now, -1) });
    const asked = await given.contestWinner({});
    const other = await given.contestWinner({});
    const person = await given.entry({ contest: await given.contest({ ...past, entriesClosedAt: now }) });
    await given.contestWinner({
      entry: person,
      ...{ state: 'forfeited', cause: 'staff', reason: 'Sold the tickets', decidedAt: now },
    });
    const drawn = { contest: asked.contestId };
    const ranked = { ranks: [1] };
    const prized = await given.entry({ contest: await given.contest({ ...past, entriesClosedAt: now }) });
    await given.contestWinner({ entry: prized });
    return {
      'contest_entries.double': pair,
      'contest_entries.prizes_at_stake': { from: prized.customerId, into: into.id },
      'contest_entries.exclude_double': pair,
      'contest_entries.move': pair,
      'contests.clear_winners_of_customers': { customers: [person.customerId] },
      'draws.closed': { contests: [closed.id] },
      'draws.commit': { contest: open.id },
      'draws.drawn': drawn,
      'draws.entries_in_closed': { customers: [frozen.customerId] },
      'draws.hold_entered': { contests: [ended.id] },
      'draws.hold_entering': { contests: [ended.id] },
      'draws.latest_entries': { contests: [ended.id] },
      'draws.drawn_commitment': drawn,
      'draws.own_entry': { contest: ended.id, customer: entered.customerId },
      'draws.places': { ...drawn, from: 1, to: 1 },
      'draws.public': { contest: ended.id },
      'staff_draws.close_contest': { contest: ended.id },
      'staff_draws.entries_to_freeze': { contest: ended.id },
      'staff_draws.freeze': {
        ...{ contest: ended.id, entries: [entered.id], listHash: 'x', exclusions: '[]', beaconSource: null },
      },
      'staff_draws.frozen': { contest: closed.id },
      'staff_draws.left_out': { contest: partly.id },
      'staff_draws.lock_contest': { contest: ended.id },
      'staff_draws.of_contest': { contest: ended.id },
      'staff_draws.record': {
        ...{ contest: closed.id, seed: 'x', beacon: '', prizes: '[]', ranking: [frozen.id], confirmHours: 1 },
        ...{ alternatesUntil: null, commitment: frozenList.commitment, listHash: frozenList.listHash! },
      },
      'staff_draws.to_draw': { contest: closed.id },
      'staff_draws.winners': drawn,
      'winners.candidates': { ...drawn, from: 1, to: 1 },
      'winners.confirm': { winner: asked.id },
      'winners.find': { winner: asked.id },
      'winners.forfeit': { winner: other.id, from: ['selected'], cause: 'declined', reason: null },
      'winners.forfeit_due': { contest: due.contestId },
      'winners.hold_drawn': drawn,
      'winners.mark_entries': { ...drawn, ...ranked },
      'winners.places': drawn,
      'winners.record_mails': { winners: [asked.id], mails: [1] },
    };
  },
  routes: {
    'GET /contests': {
      query: { limit: 'number', event_id: 'id', scope: 'text' },
      matrix: ({ event }) => ({ query: { event_id: event.id } }),
    },
    'GET /contests/:id': {
      request: ({ contest }) => ({ params: { id: contest.id } }),
    },
    'POST /contests/:id/enter': {
      fields: { t: 'text' },
      request: ({ contest }) => ({ params: { id: contest.id }, body: {} }),
    },
  },
  staff: {
    'GET /fanclubs/:fanclubId/contests': { permission: 'contests.read' },
    'GET /fanclubs/:fanclubId/contests/:id': {
      permission: 'contests.read',
      request: ({ club }) => ({ params: { id: club.contest.id } }),
    },
    'POST /fanclubs/:fanclubId/contests': {
      permission: 'contests.write',
      audits: 'contest',
      ids: ['event', 'plans'],
      request: ({ club, n, now }) => ({
        body: {
          name: `Meet & Greet ${n}`,
          starts_at: daysFrom(now, 1).toISOString(),
          ends_at: daysFrom(now, 9).toISOString(),
          time_zone: 'Europe/Oslo',
          event: club.event.id,
          plans: [club.gold.id],
        },
      }),
    },
    'PATCH /fanclubs/:fanclubId/contests/:id': {
      permission: 'contests.write',
      audits: 'contest',
      ids: ['event', 'plans'],
      request: ({ club, n }) => ({
        params: { id: club.contest.id },
        ifMatch: true,
        body: { name: `Soundcheck ${n}`, event: club.event.id, plans: [club.gold.id] },
      }),
    },
    'GET /fanclubs/:fanclubId/contests/:id/entries': {
      permission: 'entries.read',
      audits: 'contest',
      async request({ club: { contest }, given }) {
        await given.entry({ contest });
        return { params: { id: contest.id } };
      },
    },
    'POST /fanclubs/:fanclubId/contests/:id/exclusions': {
      permission: 'contests.write',
      audits: 'contest_entry',
      ids: ['entry_id'],
      async request({ club: { contest }, given }) {
        const { id } = await given.entry({ contest });
        return { params: { id: contest.id }, body: { entry_id: id, reason: 'Works for the venue' } };
      },
    },
    'DELETE /fanclubs/:fanclubId/contests/:id/exclusions/:entryId': {
      permission: 'contests.write',
      audits: 'contest_entry',
      async request({ club: { contest }, given }) {
        const { id, fanclubId } = await given.entry({ contest });
        await given.contestExclusion({ fanclubId, entryId: id });
        return { params: { id: contest.id, entryId: id } };
      },
    },
    'GET /fanclubs/:fanclubId/contests_to_do': { permission: 'contests.read' },
    'GET /fanclubs/:fanclubId/contests/:id/draw': {
      permission: 'contests.read',
      request: ({ club }) => ({ params: { id: club.contest.id } }),
    },
    'POST /fanclubs/:fanclubId/contests/:id/close': {
      permission: 'contests.write',
      audits: 'contest',
      async request({ given }) {
        const contest = await given.contest({ when: 'ended' });
        await given.contestDraw({ contest });
        return { params: { id: contest.id }, body: { beacon_source: 'Lotto of 22 Nov' } };
      },
    },
    'POST /fanclubs/:fanclubId/contests/:id/draw': {
      permission: 'contests.draw',
      proof: true,
      audits: 'contest',
      async request({ given, now }) {
        const contest = await given.contest({ when: 'ended', entriesClosedAt: now });
        await given.contestDraw({ contest, entries: [(await given.entry({ contest })).id] });
        const prizes = [{ name: 'Two tickets', winners: 1 }];
        return { params: { id: contest.id }, body: { prizes, beacon: 'Lotto 22 Nov: 4 8 15' } };
      },
    },
    'GET /fanclubs/:fanclubId/contests/:id/winners': {
      permission: 'entries.read',
      audits: 'contest',
      async request({ given }) {
        return { params: { id: (await given.contestWinner()).contestId } };
      },
    },
    'POST /fanclubs/:fanclubId/contests/:id/winners/:winnerId/mail': {
      permission: 'contests.write',
      audits: 'contest_entry',
      async request({ given }) {
        const { id, contestId } = await given.contestWinner();
        return { params: { id: contestId, winnerId: id }, body: {} };
      },
    },
    'POST /fanclubs/:fanclubId/contests/:id/entries/export': {
      permission: 'entries.export',
      proof: true,
      audits: 'contest',
      request: ({ club }) => ({ params: { id: club.contest.id }, body: {} }),
    },
    'POST /fanclubs/:fanclubId/contests/:id/winners/:winnerId/forfeit': {
      permission: 'contests.draw',
      proof: true,
      audits: 'contest_entry',
      async request({ given }) {
        const { id, contestId } = await given.contestWinner();
        return { params: { id: contestId, winnerId: id }, body: { reason: 'Sold the tickets' } };
      },
    },
    'POST /fanclubs/:fanclubId/contests/:id/winners/export': {
      permission: 'entries.export',
      proof: true,
      audits: 'contest',
      async request({ given }) {
        return { params: { id: (await given.contestWinner()).contestId }, body: {} };
      },
    },
    'GET /fanclubs/:fanclubId/preview/contests': {
      permission: 'contests.read',
      request: () => ({ query: { as: 'visitor' } }),
    },
  },
  positions({ a1, inPath, inQuery, ofClubs, hidden, absentId }) {
    const contests = [
      ...ofClubs(({ contest }) => contest.id),
      hidden('an unpublished', a1.unpublishedContest.id),
    ];
    const events = [...ofClubs(({ event }) => event.id), hidden('an unpublished', a1.unpublishedEvent.id)];
    return [
      inPath('GET /contests/:id', 'contest', contests),
      inPath('POST /contests/:id/enter', 'contest', contests),
      inQuery('GET /contests', 'event_id', events, absentId),
    ];
  },
  notAsked: {
    'winners.add': 'adds to a draw, and a foreign key requires one of the fan club',
  },
  notFromCatalogue: ['contest_draws', 'contest_exclusions', 'contest_winners', 'contests.entries_closed_at'],
  limitedColumns: [
    'Contest.timeZone',
    'ContestDraw.beacon',
    'ContestDraw.beaconSource',
    'ContestDraw.commitment',
    'ContestDraw.exclusions',
    'ContestDraw.listHash',
    'ContestDraw.prizes',
    'ContestDraw.seed',
    'ContestDraw.seedSealed',
    'ContestWinner.cause',
    'ContestWinner.state',
  ],
  filteredById: {
    'draws.drawn': 'a contest whose commitment was found',
    'draws.drawn_commitment': 'the file is read afterwards, with the same filters',
    'draws.own_entry': 'a contest that was found, and the session of the visitor',
    'draws.places': 'a contest whose draw was found',
    'contests.entries_with_visit': 'the session of the visitor',
    'staff_draws.close_contest': 'a contest that was locked',
    'staff_draws.entries_to_freeze': 'a contest that was locked',
    'staff_draws.freeze': 'a contest that was locked',
    'staff_draws.frozen': 'a contest that was found',
    'staff_draws.left_out': 'a contest that was found',
    'staff_draws.left_out_by': 'a contest that was found',
    'staff_draws.to_draw': 'the contest is locked afterwards, with the same filters',
    'staff_draws.record': 'a contest that was found',
  },
  catalogue: {
    fanclub: {
      contests: [
        {
          id: 91,
          name: 'Meet & Greet',
          minimum_age: 18,
          starts_at: '2025-07-01T00:00:00Z',
          ends_at: '2025-08-01T00:00:00Z',
          time_zone: 'Europe/London',
          details: '<p>Say hello</p>',
          rules: '<p>Be kind</p>',
          event: 'First Night',
          plans: ['Gold'],
          published: true,
        },
      ],
    },
    customer: {
      contest_entries: [
        {
          contest: 'Meet & Greet',
          entered_at: '2025-07-02T00:00:00Z',
          selected: true,
          confirmed: true,
          forfeited: false,
          first_name: 'Ada',
          last_name: 'Byron',
          birthdate: '1990-12-10',
        },
      ],
    },
  },
};
