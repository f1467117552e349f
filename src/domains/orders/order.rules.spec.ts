import fc from 'fast-check';
import { postalAddress } from '#domains/shipping/shipping.samples';
import { somePlan } from '#domains/plans/plan.samples';
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

describe('where a queued shipment goes', () => {
  it('is its own address, else the primary one of the customer, else nowhere', () => {
    const primary = postalAddress({ city: 'Paris' });
    expect(destinationOf(address, { address: primary, chosenTypes: [] })).toBe(address);
    expect(destinationOf(null, { address: primary, chosenTypes: [] })).toBe(primary);
    expect(destinationOf(null, { address: null, chosenTypes: [] })).toBeNull();
  });
});

describe('what a queued shipment waits for', () => {
  it('is an address, when there is none at all', () => {
    const plan = planWith();
    expect(issuesOf(null, plan, { address: null, chosenTypes: [] })).toEqual(['missing_shipment_address']);
    expect(issuesOf(address, plan, { address: null, chosenTypes: [] })).toEqual([]);
    expect(issuesOf(null, plan, { address, chosenTypes: [] })).toEqual([]);
  });

  it.each([
    ['a required choice that is not made', { itemTypeId: 9, required: true }, [], true],
    ['a choice made of another type', { itemTypeId: 9, required: true }, [8], true],
    ['a required choice that is made', { itemTypeId: 9, required: true }, [8, 9], false],
    ['a choice that is not required', { itemTypeId: 9, required: false }, [], false],
    ['nothing to choose', { itemTypeId: null, required: true }, [], false],
  ])('with %s: an option, if %4$p', (_, item, chosenTypes, waits) => {
    const plan = planWith({ itemTypeId: null, required: true }, item);
    expect(issuesOf(address, plan, { address, chosenTypes })).toEqual(
      waits ? ['missing_required_option'] : [],
    );
  });

  it('is nothing for a plan whose package is gone', () => {
    expect(issuesOf(address, somePlan(), { address, chosenTypes: [] })).toEqual([]);
  });

  it('is named once each, address first, and for every required type one choice is enough', () => {
    const items = fc.array(
      fc.record({ itemTypeId: fc.option(fc.integer({ min: 1, max: 5 })), required: fc.boolean() }),
    );
    fc.assert(
      fc.property(items, fc.uniqueArray(fc.integer({ min: 1, max: 5 })), (items, chosenTypes) => {
        const plan = planWith(...items);
        const needed = items.flatMap(({ itemTypeId, required }) => (required && itemTypeId) || []);
        const lacks = needed.some((id) => !chosenTypes.includes(id));
        expect(issuesOf(null, plan, { address: null, chosenTypes })).toEqual([
          'missing_shipment_address',
          ...(lacks ? ['missing_required_option'] : []),
        ]);
        expect(issuesOf(address, plan, { address: null, chosenTypes: needed })).toEqual([]);
      }),
    );
  });
});

describe('an order is free', () => {
  const amounts = (total: string | null) => ({ shipping: total, discount: total, subtotal: total, total });

  it.each([
    ['0.00', null, true],
    ['0.00', '0.00', true],
    ['0.00', '5.00', false],
    ['10.00', null, false],
    ['10.00', '0.00', false],
    ['10.00', '10.00', false],
  ])('of a plan at %s with a total of %s: %p', (price, total, expected) => {
    expect(isFree(amounts(total), somePlan({ price }))).toBe(expected);
  });
});
