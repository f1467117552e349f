import type { Plan } from '#domains/plans/plan.entity';
import { daysFrom } from '#samples';
import type { Json } from '../support/api';
import { EVERY_VIEWER } from '../support/every-viewer';
import { testApp } from '../support/start-test-app';

// T4 of the tenant matrix: every kind of viewer, of link, and of publication window.
const t = testApp();

/** The present relative to the dates of a link, in days from now. */
const WINDOWS = {
  'without dates': [null, null],
  'before its start': [5, 10],
  'since its start': [0, null],
  'until its end': [-5, 0],
  'after its end': [-10, -5],
} as const;

/** The audience of a link, and whether it opens to a subscriber of the plan. */
const KINDS = {
  'for everybody': { exclusive: false, of: null },
  'for members': { exclusive: true, of: null },
  'for members of the plan': { exclusive: true, of: 'plan' },
  'for members of another plan': { exclusive: true, of: 'other' },
} as const;

type Window = keyof typeof WINDOWS;
type Kind = keyof typeof KINDS;
const LINKS = (Object.keys(KINDS) as Kind[]).flatMap((kind) =>
  (Object.keys(WINDOWS) as Window[]).map((window) => ({ kind, window, name: `${kind}, ${window}` })),
);

const SCHEDULES = ['', '?schedule=current', '?schedule=upcoming', '?schedule=past', '?schedule=active'];

/** The event, and the secrets of its links. Each secret contains the name of its link. */
async function eventWithLinks(): Promise<{ plan: Plan; eventId: number; partners: Map<string, number> }> {
  const plans = { plan: await t.given.plan(), other: await t.given.plan() };
  const event = await t.given.event();
  const partners = new Map<string, number>();
  for (const { kind, window, name } of LINKS) {
    const affiliate = await t.given.affiliate();
    partners.set(name, affiliate.id);
    const { exclusive, of } = KINDS[kind];
    const [start, end] = WINDOWS[window].map((days) =>
      days === null ? null : daysFrom(t.clock.now(), days),
    );
    await t.given.ticketLink({
      event,
      affiliate,
      name,
      exclusive,
      status: 'Sold Out',
      plans: of === null ? [] : [plans[of]],
      publishStart: start,
      publishEnd: end,
      ...secretsOf(name),
    });
  }
  return { plan: plans.plan, eventId: event.id, partners };
}

const secretsOf = (name: string) => ({
  url: `https://secret.example.test/${encodeURIComponent(name)}`,
  codes: [`code ${name}`],
  codeInstructions: `instructions ${name}`,
});

it('has at least 120 cells', () => {
  expect(EVERY_VIEWER.length * LINKS.length).toBeGreaterThanOrEqual(120);
});

it.each(EVERY_VIEWER)(
  '$name sees only the permitted parts of each link, at every time of publication',
  async (viewer) => {
    const { plan, eventId, partners } = await eventWithLinks();
    const { plansUrl } = await t.given.fanclub();
    const api = await viewer.client(t, plan);
    const opens = (kind: Kind) =>
      kind === 'for everybody' || (viewer.subscribed && kind !== 'for members of another plan');
    const expected = new Map(
      LINKS.map(({ kind, name }) => {
        const { url, codes, codeInstructions } = secretsOf(name);
        const shown = opens(kind)
          ? { url, codes, code_instructions: codeInstructions, affiliate_id: partners.get(name) }
          : { url: plansUrl, codes: [], code_instructions: null, affiliate_id: null };
        return [name, { name, ...shown }];
      }),
    );

    const seen = new Set<string>();
    const paths = [`/events/${eventId}`, ...SCHEDULES.map((schedule) => `/events${schedule}`)];
    // Each twice, because the second answer may come from memory.
    for (const path of [...paths, ...paths]) {
      const { body, text } = await api.get(path);
      const [event]: Json[] = [body.event ?? body.events].flat();
      for (const link of event.links) {
        seen.add(link.name);
        expect(link).toMatchObject(expected.get(link.name)!);
      }
      // No other part of the answer contains them.
      for (const { kind, name } of LINKS.filter((one) => !opens(one.kind))) {
        expect({
          kind,
          secret: text.includes(`code ${name}`) || text.includes(`instructions ${name}`),
        }).toEqual({ kind, secret: false });
        expect(text).not.toContain(secretsOf(name).url);
      }
    }
    expect(seen.size).toBe(LINKS.length);
  },
);
