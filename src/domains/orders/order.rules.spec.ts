import fc from 'fast-check';
import { postalAddress } from '#domains/shipping/shipping.samples';
import { somePlan } from '#domains/plans/plan.fixtures';
import { destinationOf, isFree, issuesOf } from './order.rules';

const address = postalAddress();

/** A plan whose package has these items. */
const planWith = (...items: { itemTypeId: number | null; required: boolean }[]) =>
  somePlan({
    package: {
      name: 'Box',
      description: null,
      domestic: '0.00',
      international: '0.00',
      items: items.map((item) => ({ name: 'Thing', thumbnail: null, ...item })),
    },
  });

describe('destinationOf', () => {
  it('returns the address of a queued shipment, else the primary address of the customer, else null', () => {
    const primary = postalAddress({ city: 'Paris' });
    const queued = { shipDate: null, shippingAddress: null };
    expect(destinationOf({ ...queued, shippingAddress: address }, { primaryAddress: primary })).toBe(address);
    expect(destinationOf(queued, { primaryAddress: primary })).toBe(primary);
    expect(destinationOf(queued, { primaryAddress: null })).toBeNull();
  });
});

describe('issuesOf', () => {
  it('reports a missing address', () => {
    const plan = planWith();
    expect(issuesOf(null, plan, [])).toEqual(['missing_shipment_address']);
    expect(issuesOf(address, plan, [])).toEqual([]);
  });

  it.each([
    ['a missing required choice', { itemTypeId: 9, required: true }, [], true],
    ['a choice of another type', { itemTypeId: 9, required: true }, [8], true],
    ['a required choice', { itemTypeId: 9, required: true }, [8, 9], false],
    ['a missing optional choice', { itemTypeId: 9, required: false }, [], false],
    ['nothing to choose', { itemTypeId: null, required: true }, [], false],
  ])('with %s reports a missing option: %4$p', (_, item, chosenTypes, waits) => {
    const plan = planWith({ itemTypeId: null, required: true }, item);
    expect(issuesOf(address, plan, chosenTypes)).toEqual(waits ? ['missing_required_option'] : []);
  });

  it('reports nothing for a plan without package', () => {
    expect(issuesOf(address, somePlan(), [])).toEqual([]);
  });

  it('reports each issue once, the address first, and accepts one choice per required type', () => {
    const items = fc.array(
      fc.record({ itemTypeId: fc.option(fc.integer({ min: 1, max: 5 })), required: fc.boolean() }),
    );
    fc.assert(
      fc.property(items, fc.uniqueArray(fc.integer({ min: 1, max: 5 })), (items, chosenTypes) => {
        const plan = planWith(...items);
        const needed = items.flatMap(({ itemTypeId, required }) => (required && itemTypeId) || []);
        const lacks = needed.some((id) => !chosenTypes.includes(id));
        expect(issuesOf(null, plan, chosenTypes)).toEqual([
          'missing_shipment_address',
          ...(lacks ? ['missing_required_option'] : []),
        ]);
        expect(issuesOf(address, plan, needed)).toEqual([]);
      }),
    );
  });
});

describe('isFree', () => {
  const amounts = (total: string | null) => ({ shipping: total, discount: total, subtotal: total, total });

  it.each([
    ['0.00', null, true],
    ['0.00', '0.00', true],
    ['0.00', '5.00', false],
    ['10.00', null, false],
    ['10.00', '0.00', false],
    ['10.00', '10.00', false],
  ])('for a plan at %s and a total of %s is %p', (price, total, expected) => {
    expect(isFree(amounts(total), somePlan({ price }))).toBe(expected);
  });
});
