import type { TestApp } from './start-test-app';

/** A member with an order of a plan whose package needs a T-shirt size, and the parcel, which waits. */
export async function waitingParcel({ given }: TestApp, { address = true, option = true } = {}) {
  const plan = await given.plan();
  const type = await given.itemType({ name: `Size ${plan.id}`, options: ['Small', 'Large'] });
  await given.package(plan, [{ name: 'T-shirt', itemType: type }, { name: 'Poster' }]);
  const customer = await given.customer();
  const order = await given.order({ customer, plan });
  const items = [
    { name: 'T-shirt', position: 0 },
    { name: 'Poster', position: 1 },
  ];
  const parcel = await given.shipment({ order, shipDate: null, items });
  if (address) {
    const place = { lastName: 'Lovelace', city: 'London', address: '12 <St. James>' };
    await given.shippingAddress({ customer, ...place });
  }
  if (option) await given.itemSelection({ customer, option: type.options[1] });
  return { plan, type, customer, order, parcel };
}
