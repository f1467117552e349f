import type { Customer } from '#domains/accounts/customer.entity';
import { loggedIn } from './logged-in';
import type { TestApp } from './start-test-app';

/** The shipments of a member's latest order, as the member sees them. */
export async function shipmentsOf(t: TestApp, customer: Customer): Promise<unknown> {
  const { body } = await (await loggedIn(t, customer)).get('/orders');
  return (body as { orders: { shipments: unknown }[] }).orders[0].shipments;
}
