import { viewerOf, visitor } from '#platform/access/viewer.fixtures';
import type { ContestWithEntry } from './contest.rules';
import { contestDetail, contestListJson } from './contest.serializer';
import { entry, publishedContest } from './published-contest.fixtures';

const NOW = new Date('2026-06-15T12:00:00Z');
const contest = publishedContest({ id: 4, minimumAge: 18, event: { id: 9, title: 'Summer night' } });

const LISTED = {
  id: 4,
  name: 'Meet & Greet',
  minimum_age: 18,
  status: 'running',
  starts_at: '2026-06-01 07:00:00 UTC',
  ends_at: '2026-06-30 07:00:00 UTC',
  timezone: { tz: 'America/Los_Angeles', long: 'Pacific Time (US & Canada)' },
  running: true,
  ended: false,
  entered: false,
  selected: false,
  forfeited: false,
  won: false,
  details: '<p>Two tickets.</p>',
  rules: '<p>Be kind.</p>',
  event: null,
};

const contestListItem = (found: ContestWithEntry) =>
  JSON.parse(contestListJson(found, NOW).text) as typeof LISTED;

describe('a contest', () => {
  it('has the same fields and order in a list, without its availability and its event', () => {
    const printed = contestListItem({ contest, entry: null });
    expect(printed).toMatchObject(LISTED);
    const { available_to_customer: _, ...single } = contestDetail({ contest, entry: null }, viewerOf(), NOW);
    expect(JSON.stringify(printed)).toBe(JSON.stringify({ ...single, event: null }));
  });

  it('shows its availability and its event if it is single', () => {
    const printed = contestDetail({ contest, entry: null }, viewerOf(), NOW);
    expect(printed).toMatchObject({
      ...LISTED,
      available_to_customer: true,
      event: { id: 9, title: 'Summer night' },
    });
  });

  it('has no event when there is none', () => {
    expect(contestDetail({ contest: publishedContest(), entry: null }, visitor(), NOW).event).toBeNull();
  });

  it.each([
    ['entered', entry(), [true, false, false, false]],
    ['selected', entry({ selected: true }), [true, true, false, false]],
    ['forfeited', entry({ selected: true, forfeited: true }), [true, true, true, false]],
    ['won', entry({ selected: true, confirmed: true }), [true, true, false, true]],
  ])('shows the customer that they have %s', (_, own, flags) => {
    const printed = contestListItem({ contest, entry: own });
    expect([printed.entered, printed.selected, printed.forfeited, printed.won]).toEqual(flags);
    expect([printed.status, printed.running]).toEqual(['entered', true]);
  });
});
