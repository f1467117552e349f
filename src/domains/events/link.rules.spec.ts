import fc from 'fast-check';
import { membership, member, viewerOf, visitor } from '#platform/access/viewer.samples';
import { eventOn, publishedLink } from './published-event.samples';
import type { Viewer } from '#platform/access';
import { visibleEvent } from './event.rules';
import { eventJson, eventListShape } from './event.serializer';
import { asSeenBy, isEntitled, scheduleOf } from './link.rules';
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
    ['started when it has no start', { ...dated, publishStart: null }, '1990-01-01T00:00:00Z', 'current'],
    [
      'current all day when it has no end',
      { ...dated, publishEnd: null },
      '2026-07-16T06:59:59.999Z',
      'current',
    ],
    ['past the day after when it has no end', { ...dated, publishEnd: null }, '2026-07-16T07:00:00Z', 'past'],
    ['held by its dates when sold out', { ...dated, status: 'Sold Out' }, '2026-05-01T00:00:00Z', 'upcoming'],
    ['current before its start with Show', { ...dated, status: 'Show' }, '2026-05-01T00:00:00Z', 'current'],
    ['past after its end with Show', { ...dated, status: 'Show' }, '2026-07-01T00:00:00Z', 'past'],
  ] as const)('is %s', (_, link, now, expected) => {
    expect(scheduleOf(link, dayEnd, new Date(now))).toBe(expected);
  });
});

describe('isEntitled', () => {
  const limited = publishedLink({ planIds: [7, 8] });

  it.each([
    ['nobody without subscription', null, publishedLink(), false],
    ['a subscriber', membership(), publishedLink(), true],
    [
      'no subscriber of a plan without exclusive access',
      membership({ exclusiveAccess: false }),
      publishedLink(),
      false,
    ],
    ['no subscriber of a plan the link is not for', membership(), limited, false],
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

describe('asSeenBy', () => {
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

  it("gives an entitled viewer the link's codes, then their own for its affiliate", () => {
    expect(asSeenBy(member({ affiliates }), presale)).toEqual({
      ...presale,
      codes: ['CLUB', 'MINE-1', 'MINE-2'],
    });
  });

  it('adds the own codes of an entitled viewer to a link that is not exclusive, too', () => {
    const open = { ...presale, exclusive: false };
    expect(asSeenBy(member({ affiliates }), open).codes).toEqual(['CLUB', 'MINE-1', 'MINE-2']);
  });

  it('gives an entitled viewer without own codes the link as it is', () => {
    expect(asSeenBy(member(), presale)).toEqual(presale);
    expect(asSeenBy(member({ affiliates }), { ...presale, affiliateId: null }).codes).toEqual(['CLUB']);
  });

  it.each([
    ['a visitor', visitor()],
    ['a customer without subscription', viewerOf()],
    ['a subscriber without exclusive access', member({ exclusiveAccess: false, affiliates })],
  ])('sends %s to the plans instead, and tells nothing else of an exclusive link', (_, viewer) => {
    expect(asSeenBy(viewer, presale)).toEqual({
      ...presale,
      url: 'https://lanterns.example/join',
      codes: [],
      codeInstructions: null,
      affiliateId: null,
    });
  });

  it('leaves a link that is not exclusive as it is for a visitor', () => {
    const open = { ...presale, exclusive: false };
    expect(asSeenBy(visitor(), open)).toBe(open);
  });
});

describe('the visibility rule', () => {
  /** What no unentitled viewer may read, recognisable wherever it might turn up. */
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
        // Said again in other words than the rule's, so that a fault there does not excuse itself here.
        const { customer } = viewer;
        const plan = customer?.registered && customer.confirmed ? customer.membership : null;
        const closed = links.filter(
          ({ planIds }) =>
            !plan?.exclusiveAccess || (planIds.length > 0 && !planIds.some((id) => id === plan.plan.id)),
        );
        unentitled += closed.length;
        const event = eventOn(undefined, { links: closed });
        // The JSON of what somebody else may see is cached, but not for this viewer.
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

  it('keeps nothing of an exclusive link from an entitled viewer', () => {
    fc.assert(
      fc.property(exclusiveLink, (link) => {
        const viewer = member({ plan: { ...membership().plan, id: link.planIds[0] ?? 1 } });
        expect(asSeenBy(viewer, link)).toEqual(link);
      }),
    );
  });
});
