import { somePlan, someStanding } from '#domains/plans/plan.fixtures';
import { planBrief, planFull, planInOrderJson } from './plan.serializer';

const PACKAGE = {
  name: 'Welcome box',
  description: null,
  domestic: '5.00',
  international: '15.50',
  items: [
    { name: 'T-shirt', thumbnail: 'https://x.example/shirt.png', itemTypeId: 9, required: true },
    { name: 'Card', thumbnail: null, itemTypeId: null, required: false },
  ],
};

const PRINTED_PACKAGE = {
  name: 'Welcome box',
  description: null,
  shipping_and_handling: { domestic: '5.0', international: '15.5' },
  items: [
    { name: 'T-shirt', thumbnail: 'https://x.example/shirt.png', item_type: 'item_type_9' },
    { name: 'Card', thumbnail: null, item_type: null },
  ],
};

describe('the brief shape of a plan', () => {
  it('shows the plan', () => {
    expect(planBrief(somePlan())).toMatchObject({
      id: 3,
      name: 'Gold Plan',
      class: 'gold-plan',
      description: '<p>All</p>',
      online_benefits: '<p>Forum</p>',
      annotations: '<p>New</p>',
      tags: ['gold'],
    });
  });

  it.each(['🌟🚀', '!!!', ' \u2603 '])(
    'has the id in its class if nothing of the name remains: %j',
    (name) => {
      expect(planBrief(somePlan({ id: 12, name })).class).toBe('plan-12');
    },
  );

  it('shows missing texts as null', () => {
    const plan = somePlan({ description: null, onlineBenefits: null, annotations: null, tags: [] });
    expect(planBrief(plan)).toMatchObject({
      description: null,
      online_benefits: null,
      annotations: null,
      tags: [],
    });
  });
});

describe('the full shape of a plan', () => {
  const plan = somePlan({ price: '1250.00', package: PACKAGE });
  const upgrade = someStanding({ upgrade: true, upgradePrice: '24.90' });

  it('has the fields of the brief one, and then those of contract 5.15 in their order', () => {
    expect(JSON.stringify(planFull(plan, upgrade))).toBe(
      JSON.stringify({
        ...planBrief(plan),
        duration: 12,
        display_price: '$1,250.00',
        upgrade_price: '24.9',
        price: '1250.0',
        checkout: 'https://lanterns.example/buy/3',
        current: false,
        upgrade: true,
        renewal: false,
        available_to_customer: true,
        package: PRINTED_PACKAGE,
      }),
    );
  });

  it('in an order lacks `renewal` and has the price as a number', () => {
    expect(planInOrderJson(plan, upgrade).text).toBe(
      JSON.stringify({
        ...planBrief(plan),
        duration: 12,
        display_price: '$1,250.00',
        upgrade_price: '24.9',
        price: 1250,
        checkout: 'https://lanterns.example/buy/3',
        current: false,
        upgrade: true,
        available_to_customer: true,
        package: PRINTED_PACKAGE,
      }),
    );
  });

  it.each([
    ['0.00', 'Free', '0.0', 0],
    ['24.99', '$24.99', '24.99', 24.99],
    ['100.00', '$100.00', '100.0', 100],
  ])('prints the price %s as %s, %s and %d', (price, display, decimal, number) => {
    expect(planFull(somePlan({ price }), someStanding())).toMatchObject({
      display_price: display,
      price: decimal,
    });
    expect(planInOrderJson(somePlan({ price }), someStanding()).toJSON()).toMatchObject({
      display_price: display,
      price: number,
    });
  });

  it('has an empty package for a plan without one, and null for missing values', () => {
    const shown = planFull(somePlan({ duration: null }), someStanding());
    expect(shown).toMatchObject({ duration: null, upgrade_price: null, package: {} });
  });

  it('shows the standing of the plan', () => {
    const standing = someStanding({ current: true, renewal: true, available: false });
    expect(planFull(somePlan(), standing)).toMatchObject({
      current: true,
      upgrade: false,
      renewal: true,
      available_to_customer: false,
    });
  });
});
