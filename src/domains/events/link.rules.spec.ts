import fc from 'fast-check';
import { WrittenAnswer } from '#libs/envelope';
import { membership, member, viewerOf, visitor } from '#platform/access/viewer.fixtures';
import { eventOn, publishedLink } from './published-event.fixtures';
import type { Viewer } from '#platform/access';
import { filled } from '#platform/answers';
import { visibleEvent } from './event.rules';
import { eventJson, eventListShape } from './event.serializer';
import { isEntitled, linkReadership, scheduleOf, visibleLink } from './link.rules';
import type { PublishedLink } from './published-event';

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
    expect(visibleLink(presale, member({ affiliates }))).toEqual({
      ...presale,
      codes: ['CLUB', 'MINE-1', 'MINE-2'],
    });
  });

  it('adds the own codes of an entitled viewer also to a link that is not exclusive', () => {
    const open = { ...presale, exclusive: false };
    expect(visibleLink(open, member({ affiliates })).codes).toEqual(['CLUB', 'MINE-1', 'MINE-2']);
  });

  it('gives an entitled viewer without own codes the link as it is', () => {
    expect(visibleLink(presale, member())).toEqual(presale);
    expect(visibleLink({ ...presale, affiliateId: null }, member({ affiliates })).codes).toEqual(['CLUB']);
  });

  it.each([
    ['a visitor', visitor()],
    ['a customer without subscription', viewerOf()],
    ['a subscriber without exclusive access', member({ exclusiveAccess: false, affiliates })],
  ])(
    'leads %s from an exclusive link to the plans, without codes, instructions and affiliate',
    (_, viewer) => {
      expect(visibleLink(presale, viewer)).toEqual({
        ...presale,
        url: 'https://lanterns.example/join',
        codes: [],
        codeInstructions: null,
        affiliateId: null,
      });
    },
  );

  it('leaves a link that is not exclusive as it is for a visitor', () => {
    const open = { ...presale, exclusive: false };
    expect(visibleLink(open, visitor())).toBe(open);
  });
});

describe('the visibility rule', () => {
  /** Secrets of links, as recognisable texts. */
  const SECRET = 'secret-';
  const SECRET_AFFILIATE = 987_654_321;

  const secret = fc.string().map((text) => SECRET + text);
  const exclusiveLink: fc.Arbitrary<PublishedLink> = fc.record({
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

  it('lets no code, instruction, affiliate or address of an exclusive link reach a viewer who is not entitled', () => {
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
          eventJson(visibleEvent(event, entitled));
        }
        const visible = visibleEvent(event, viewer);
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
      { numRuns: 1_000 },
    );
    expect(unentitled).toBeGreaterThan(0);
  });

  it('shows an entitled viewer everything of an exclusive link', () => {
    fc.assert(
      fc.property(exclusiveLink, (link) => {
        const viewer = member({ plan: { ...membership().plan, id: link.planIds[0] ?? 1 } });
        expect(visibleLink(link, viewer)).toEqual(link);
      }),
    );
  });
});

describe('the readership of a viewer', () => {
  const ids = fc.uniqueArray(fc.integer({ min: 1, max: 2 }));
  const link: fc.Arbitrary<PublishedLink> = fc
    .record({
      exclusive: fc.boolean(),
      codes: fc.subarray(['CLUB']),
      affiliateId: fc.constantFrom(null, 1, 2),
      planIds: ids,
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
  const viewer = fc
    .record({
      name: fc.string(),
      id: fc.nat(),
      price: fc.constantFrom('1.00', '2.00'),
      decisive: fc.option(decisive, { freq: 9 }),
    })
    .map(({ name, id, price, decisive }) => {
      if (!decisive) return viewerOf({ id, firstName: name });
      const { plan, ...facts } = decisive;
      const own = membership({ ...facts, subscriptionId: id, planPrice: price });
      return viewerOf({ id, firstName: name, membership: { ...own, plan: { ...own.plan, id: plan } } });
    });

  it('decides what events print, with places for own codes', () => {
    let equal = 0;
    let places = 0;
    fc.assert(
      fc.property(fc.array(link, { maxLength: 4 }), viewer, viewer, (links, one, other) => {
        const event = eventOn(undefined, { links });
        const print = (viewer: Viewer) =>
          WrittenAnswer.success({ event: eventJson(visibleEvent(event, viewer)) });
        const [readership, own] = [linkReadership(one), linkReadership(other)];
        if (readership.text !== own.text) return;
        equal += 1;
        places += own.own?.size ?? 0;
        expect(filled(print(readership.viewer ?? one), own).bytes.toString()).toBe(
          print(other).bytes.toString(),
        );
      }),
      { numRuns: 2_000 },
    );
    expect(Math.min(equal, places)).toBeGreaterThan(50);
  });

  it('is the same for a visitor, a customer without subscription, and a subscriber without exclusive access', () => {
    const readerships = [visitor(), viewerOf(), member({ exclusiveAccess: false })].map(linkReadership);
    expect(new Set(readerships.map(({ text }) => text)).size).toBe(1);
    expect(linkReadership(member()).text).not.toBe(readerships[0].text);
  });
});
