import { fill } from '../../../libs/validation/src';
import type { Plan } from '#domains/plans/plan.entity';
import { GiftFields } from '../../../src/domains/bought-gifts';
import { GiftPurchasesService, type Placement } from '../../../src/domains/checkout';
import { PayableOrdersService } from '../../../src/domains/payments';
import type { Shopper } from '../shoppers';
import type { TestApp } from '../start-test-app';
import type { ModelBank } from './model-bank';

/** A shopper orders a plan for somebody else. `fields`: what the form says. */
export async function orderGift(
  t: TestApp,
  shopper: Shopper,
  plan: Plan,
  fields: object = {},
): Promise<Placement> {
  const purchases = t.app.get(GiftPurchasesService);
  const viewer = await shopper.viewer();
  const { reference, digest: quote } = await purchases.find(viewer, plan.id);
  return purchases.place(viewer, plan.id, { reference, quote, fields: fill(GiftFields, fields) });
}

/** The same, and pays it. @returns the id of the order */
export async function buyGift(
  t: TestApp,
  bank: ModelBank,
  shopper: Shopper,
  plan: Plan,
  fields: object = {},
): Promise<number> {
  const { orderId } = await orderGift(t, shopper, plan, fields);
  const payable = t.app.get(PayableOrdersService);
  await payable.pay(await shopper.viewer(), orderId);
  bank.pay(bank.sessions.at(-1)!.ref);
  await payable.observed(await shopper.viewer(), orderId);
  return orderId;
}
