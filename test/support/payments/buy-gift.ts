import { fill } from '../../../libs/validation/src';
import type { Plan } from '#domains/plans/plan.entity';
import { GiftFields } from '../../../src/domains/bought-gifts';
import { GiftPurchasesService } from '../../../src/domains/checkout';
import { PayableOrdersService } from '../../../src/domains/payments';
import type { Shopper } from '../shoppers';
import type { TestApp } from '../start-test-app';
import type { ModelBank } from './model-bank';

/** A shopper buys a plan for somebody else, and pays. @returns the id of the order */
export async function buyGift(t: TestApp, bank: ModelBank, shopper: Shopper, plan: Plan): Promise<number> {
  const purchases = t.app.get(GiftPurchasesService);
  const viewer = await shopper.viewer();
  const { reference, digest: quote } = await purchases.find(viewer, plan.id);
  const { orderId } = await purchases.place(viewer, plan.id, {
    reference,
    quote,
    fields: fill(GiftFields, {}),
  });
  const payable = t.app.get(PayableOrdersService);
  await payable.pay(viewer, orderId);
  bank.pay(bank.sessions.at(-1)!.ref);
  await payable.observed(viewer, orderId);
  return orderId;
}
