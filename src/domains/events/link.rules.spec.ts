import fc from 'fast-check';
import { WrittenAnswer } from '#libs/envelope';
import { membership, member, viewerOf, visitor } from '#platform/access/viewer.fixtures';
import { eventOn, presaleReader, publishedLink } from './published-event.fixtures';
import { Viewer } from '#platform/access';
import { filled } from '#platform/answers';
import { visibleEvent } from './event.rules';
import { eventJson, eventListShape } from './event.serializer';
import { isEntitled, linkReadership, scheduleOf, visibleLink } from './link.rules';
import type { OwnCodes, PublishedPool } from '#domains/presale-codes';
import type { PublishedLink } from './published-event';
import { examples, it, itInBoth } from '../../../test/suite/form';

describe('scheduleOf', () => {
  const dayEnd = new Date('2026-07-16T06:59:59.999Z');
  const between = {
    publishStart: new Date('2026-06-01T00:00:00Z'),
    publishEnd: new Date('2026-06-30T00:00:00Z'),
  };
  const dated = publishedLink({ status: 'Show On Specific Dates Only', ...between });

  it.each([
    ['upcoming before its start', dated, '2026-05-31T23:59:59.999Z', 'upcoming'],
    ['current from the instant of its start', dated, '2026-06-01T00:00:00Z', 'current'],
    ['current until the instant of its end', dated, '2026-06-30T00:00:00Z', 'current'],
    ['past after its end', dated, '2026-06-30T00:00:00.001Z', 'past'],
    [
      'current at any earlier time if it has no start',
      { ...dated, publishStart: null },
      '1990-01-01T00:00:00Z',
      'current',
    ],
    [
      'current all day when it has no end',
      { ...dated, publishEnd: null },
      '2026-07-16T06:59:59.999Z',
      'current',
    ],
    [
      'past after the day of the event if it has no end',
      { ...dated, publishEnd: null },
      '2026-07-16T07:00:00Z',
      'past',
    ],
    [
      'upcoming before its start if sold out',
      { ...dated, status: 'Sold Out' },
      '2026-05-01T00:00:00Z',
      'upcoming',
    ],
    ['current before its start with Show', { ...dated, status: 'Show' }, '2026-05-01T00:00:00Z', 'current'],
    ['past after its end with Show', { ...dated, status: 'Show' }, '2026-07-01T00:00:00Z', 'past'],
  ] as const)('is %s', (_, link, now, expected) => {
    expect(scheduleOf(link, dayEnd, new Date(now))).toBe(expected);
  });
});

describe('isEntitled', () => {
  const limited = publishedLink({ planIds: [7, 8] });

  it.each([
    ['no customer without a subscription', null, publishedLink(), false],
    ['a subscriber', membership(), publishedLink(), true],
    [
      'no subscriber of a plan without exclusive access',
      membership({ exclusiveAccess: false }),
      publishedLink(),
      false,
    ],
    ['no subscriber of a plan that the link does not have', membership(), limited, false],
    [
      'a subscriber of a plan the link is for',
      membership({ plan: { ...membership().plan, id: 8 } }),
      limited,
      true,
    ],
  ])('opens the link to %s', (_, subscription, link, expected) => {
    expect(isEntitled(subscription, link)).toBe(expected);
  });
});

/** Times at which pools open and close, and at which they are read. */
const TIMES = [1, 2, 3].map((day) => new Date(Date.UTC(2026, 0, day)));

const anyPool: fc.Arbitrary<PublishedPool> = fc.record({
  id: fc.integer({ min: 1, max: 2 }),
  mode: fc.constantFrom('everyone', 'on_request'),
  opensAt: fc.constantFrom(...TIMES),
  closesAt: fc.constantFrom(null, new Date(Date.UTC(2026, 0, 4))),
  planIds: fc.uniqueArray(fc.integer({ min: 1, max: 2 })),
});

describe('visibleLink', () => {
  const presale = publishedLink({
    exclusive: true,
    codes: ['CLUB'],
    codeInstructions: '<p>Type it in.</p>',
    affiliateId: 5,
  });
  const affiliates = [
    { id: 4, name: 'Other', codes: ['NOT-THIS'] },
    { id: 5, name: 'Tickets & Co', codes: ['MINE-1', 'MINE-2'] },
  ];

  it("gives an entitled viewer the link's codes, then their own codes of its affiliate", () => {
    expect(visibleLink(presale, member({ affiliates }), presaleReader())).toEqual({
      ...presale,
      codes: ['CLUB', 'MINE-1', 'MINE-2'],
    });
  });

  it('adds the own codes of an entitled viewer also to a link that is not exclusive', () => {
    const open = { ...presale, exclusive: false };
    expect(visibleLink(open, member({ affiliates }), presaleReader()).codes).toEqual([
      'CLUB',
      'MINE-1',
      'MINE-2',
    ]);
  });

  it('gives an entitled viewer without own codes the link as it is', () => {
    expect(visibleLink(presale, member(), presaleReader())).toEqual(presale);
    expect(
      visibleLink({ ...presale, affiliateId: null }, member({ affiliates }), presaleReader()).codes,
    ).toEqual(['CLUB']);
  });

  it.each([
    ['a visitor', visitor()],
    ['a customer without subscription', viewerOf()],
    ['a subscriber without exclusive access', member({ exclusiveAccess: false, affiliates })],
  ])(
    'leads %s from an exclusive link to the plans, without codes, instructions and affiliate',
    (_, viewer) => {
      expect(visibleLink(presale, viewer, presaleReader())).toEqual({
        ...presale,
        url: 'https://lanterns.example/join',
        codes: [],
        codeInstructions: null,
        affiliateId: null,
      });
    },
  );

  describe('with a pool', () => {
    const [before, opening, after] = TIMES;
    const pool: PublishedPool = { id: 3, mode: 'on_request', opensAt: opening, closesAt: null, planIds: [] };
    const link = { ...presale, id: 9, pool };
    const CLAIM_PAGE = 'https://service.example/links/9/code';
    const own: OwnCodes = new Map([[3, 'POOL']]);
    const shown = (of: PublishedLink, viewer: Viewer, now: Date, codes: OwnCodes) => {
      const { codes: printed, url } = visibleLink(of, viewer, presaleReader(now, codes));
      return { codes: printed, url };
    };

    it("adds the member's code between those of the link and of the affiliate", () => {
      expect(shown(link, member({ affiliates }), opening, own)).toEqual({
        codes: ['CLUB', 'POOL', 'MINE-1', 'MINE-2'],
        url: link.url,
      });
    });

    it.each([
      ['before it opens', before, own],
      ['until the member has claimed one', after, new Map<number, string>()],
    ])('on request leads to the page that gives a code, %s', (_, now, codes) => {
      expect(shown(link, member(), now, codes)).toEqual({ codes: ['CLUB'], url: CLAIM_PAGE });
    });

    it.each([
      ['after it has closed', { ...pool, closesAt: after }, after],
      ['if everybody gets a code', { ...pool, mode: 'everyone' as const }, opening],
    ])('leads a member without a code to the seller %s', (_, pool, now) => {
      expect(shown({ ...link, pool }, member(), now, new Map())).toEqual({ codes: ['CLUB'], url: link.url });
    });

    it('keeps a code visible after it has closed', () => {
      const closed = { ...link, pool: { ...pool, closesAt: after } };
      expect(shown(closed, member(), after, own).codes).toEqual(['CLUB', 'POOL']);
    });

    it('hides the code of a member who is not entitled to the pool any more', () => {
      const limited = { ...link, pool: { ...pool, planIds: [99] } };
      expect(shown(limited, member(), after, own)).toEqual({ codes: ['CLUB'], url: link.url });
    });
  });

  it('leaves a link that is not exclusive as it is for a visitor', () => {
    const open = { ...presale, exclusive: false };
    expect(visibleLink(open, visitor(), presaleReader())).toBe(open);
  });
});

describe('the visibility rule', () => {
  /** Secrets of links, as recognisable texts. */
  const SECRET = 'secret-';
  const SECRET_AFFILIATE = 987_654_321;

  const secret = fc.string().map((text) => SECRET + text);
  /** Codes of pools that nobody may see here: the viewers below are not entitled to the links, or not to the pool. */
  const allCodes: OwnCodes = new Map([1, 2].map((id) => [id, `${SECRET}pool-${id}`]));
  const exclusiveLink: fc.Arbitrary<PublishedLink> = fc.record({
    id: fc.constant(1),
    pool: fc.option(anyPool),
    name: fc.string(),
    status: fc.constantFrom('Show', 'Show On Specific Dates Only', 'Sold Out'),
    exclusive: fc.constant(true),
    url: secret.map((text) => `https://tickets.example/${text}`),
    host: fc.constant('tickets.example'),
    codes: fc.array(secret),
    codeInstructions: fc.option(secret),
    affiliateId: fc.option(fc.constant(SECRET_AFFILIATE)),
    publishStart: fc.constant(null),
    publishEnd: fc.constant(null),
    planIds: fc.array(fc.integer({ min: 1, max: 3 })),
  });
  const subscription = fc
    .record({
      planId: fc.integer({ min: 1, max: 4 }),
      exclusiveAccess: fc.boolean(),
      codes: fc.array(secret),
    })
    .map(({ planId, exclusiveAccess, codes }) =>
      membership({
        plan: { ...membership().plan, id: planId },
        exclusiveAccess,
        affiliates: [{ id: SECRET_AFFILIATE, name: 'Tickets & Co', codes }],
      }),
    );
  const anyViewer: fc.Arbitrary<Viewer> = fc.oneof(
    fc.constant(visitor()),
    fc
      .record({ registered: fc.boolean(), confirmed: fc.boolean(), membership: fc.option(subscription) })
      .map((customer) => viewerOf(customer)),
  );

  itInBoth(
    'lets no code, instruction, affiliate or address of an exclusive link reach a viewer who is not entitled',
    () => {
      let unentitled = 0;
      fc.assert(
        fc.property(fc.array(exclusiveLink, { maxLength: 4 }), anyViewer, (links, viewer) => {
          // Repeats the rule with other code, so that a fault of the rule does not hide here.
          const { customer } = viewer;
          const plan = customer?.registered && customer.confirmed ? customer.membership : null;
          const closed = links.filter(
            ({ planIds }) =>
              !plan?.exclusiveAccess || (planIds.length > 0 && !planIds.some((id) => id === plan.plan.id)),
          );
          unentitled += closed.length;
          const event = eventOn(undefined, { links: closed });
          // The JSON for another viewer is cached now, and must not be used for this one.
          for (const link of closed) {
            const entitled = member({ plan: { ...membership().plan, id: link.planIds[0] ?? 1 } });
            eventJson(visibleEvent(event, entitled, presaleReader(new Date(), allCodes)));
          }
          const visible = visibleEvent(event, viewer, presaleReader(new Date(), allCodes));
          const page = { events: [visible], currentPage: 1, totalPages: 1 };

          for (const printed of [eventJson(visible).text, eventListShape(page)]) {
            const text = JSON.stringify(printed);
            expect(text).not.toContain(SECRET);
            expect(text).not.toContain(String(SECRET_AFFILIATE));
          }
          const { links: shown } = JSON.parse(eventJson(visible).text) as { links: object[] };
          for (const link of shown) {
            expect(link).toMatchObject({
              url: viewer.fanclub.plansUrl,
              codes: [],
              code_instructions: null,
              affiliate_id: null,
            });
          }
        }),
        { numRuns: examples(1_000) },
      );
      expect(unentitled).toBeGreaterThan(0);
    },
  );

  it('shows an entitled viewer everything of an exclusive link', () => {
    fc.assert(
      fc.property(exclusiveLink, (link) => {
        const viewer = member({ plan: { ...membership().plan, id: link.planIds[0] ?? 1 } });
        expect(visibleLink({ ...link, pool: null }, viewer, presaleReader())).toEqual({
          ...link,
          pool: null,
        });
      }),
    );
  });
});

/** The codes that the viewer for printing brings instead of a statement. */
async function codesKeptBy(viewer: Viewer | undefined): Promise<OwnCodes> {
  const [rows] = viewer?.keptRows?.values() ?? [];
  const kept = ((await rows) ?? []) as readonly { readonly poolId: number; readonly code: string }[];
  return new Map(kept.map(({ poolId, code }) => [poolId, code]));
}

describe('the readership of a viewer', () => {
  const ids = fc.uniqueArray(fc.integer({ min: 1, max: 2 }));
  const link: fc.Arbitrary<PublishedLink> = fc
    .record({
      exclusive: fc.boolean(),
      codes: fc.subarray(['CLUB']),
      affiliateId: fc.constantFrom(null, 1, 2),
      planIds: ids,
      pool: fc.option(anyPool),
    })
    .map(publishedLink);
  const affiliates = fc.uniqueArray(
    fc.record({
      id: fc.integer({ min: 1, max: 2 }),
      name: fc.constant('Tickets'),
      codes: fc.subarray(['A', 'B']),
    }),
    { selector: ({ id }) => id },
  );
  const decisive = fc.record({
    plan: fc.integer({ min: 1, max: 2 }),
    exclusiveAccess: fc.constantFrom(true, true, true, false),
    affiliates,
  });
  const poolCodes: fc.Arbitrary<OwnCodes> = fc
    .subarray([1, 2])
    .chain((ids) => fc.tuple(...ids.map((id) => fc.tuple(fc.constant(id), fc.constantFrom('P', 'Q', '"')))))
    .map((codes) => new Map(codes));
  const reader = fc.record({
    name: fc.string(),
    id: fc.nat(),
    price: fc.constantFrom('1.00', '2.00'),
    decisive: fc.option(decisive, { freq: 9 }),
    codes: poolCodes,
  });
  type Reader = typeof reader extends fc.Arbitrary<infer T> ? T : never;
  const viewerFor = ({ name, id, price, decisive }: Reader): Viewer => {
    if (!decisive) return viewerOf({ id, firstName: name });
    const { plan, ...facts } = decisive;
    const own = membership({ ...facts, subscriptionId: id, planPrice: price });
    return viewerOf({ id, firstName: name, membership: { ...own, plan: { ...own.plan, id: plan } } });
  };
  // Two readers drawn apart rarely have the same readership, so half of the pairs share what decides.
  const pair = fc
    .tuple(reader, reader, fc.boolean())
    .map(([one, other, alike]) => [one, alike ? { ...other, decisive: one.decisive } : other])
    .map((readers) => readers.map((reader) => ({ viewer: viewerFor(reader), codes: reader.codes })));

  itInBoth('decides what events print, with places for own codes', async () => {
    const RUNS = examples(10_000);
    let equal = 0;
    let places = 0;
    let pools = 0;
    const links = fc.array(link, { maxLength: 4 });
    const property = fc.asyncProperty(
      links,
      pair,
      fc.constantFrom(...TIMES),
      async (links, [one, other], now) => {
        const event = eventOn(undefined, { links });
        const print = (viewer: Viewer, codes: OwnCodes) =>
          WrittenAnswer.success({ event: eventJson(visibleEvent(event, viewer, presaleReader(now, codes))) });
        const [readership, own] = [one, other].map(({ viewer, codes }) => linkReadership(viewer, codes));
        if (readership.text !== own.text) return;
        equal += 1;
        places += own.own?.size ?? 0;
        if (own.viewer) pools += other.codes.size;
        const printed = print(readership.viewer ?? one.viewer, await codesKeptBy(readership.viewer));
        expect(filled(printed, own).bytes.toString()).toBe(
          print(other.viewer, own.viewer ? other.codes : new Map()).bytes.toString(),
        );
      },
    );
    await fc.assert(property, { numRuns: RUNS });
    expect(Math.min(equal, places, pools)).toBeGreaterThan(RUNS / 100);
  });

  it('is the same for a visitor, a customer without subscription, and a subscriber without exclusive access', () => {
    const readerships = [visitor(), viewerOf(), member({ exclusiveAccess: false })].map((viewer) =>
      linkReadership(viewer, new Map()),
    );
    expect(new Set(readerships.map(({ text }) => text)).size).toBe(1);
    expect(linkReadership(member(), new Map()).text).not.toBe(readerships[0].text);
  });
});
