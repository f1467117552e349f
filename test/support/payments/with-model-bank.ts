import type { Customer } from '#domains/accounts/customer.entity';
import type { PaymentAccount } from '#domains/payment-providers/payment-account.entity';
import type { Plan } from '#domains/plans/plan.entity';
import { PaymentAccountsService } from '../../../src/domains/payment-providers';
import { Shopper } from '../shoppers';
import type { TestApp } from '../start-test-app';
import { ModelBank } from './model-bank';

/** Gives the test's fan club an account at a bank in memory, until the test ends. @param others further services of the test */
export async function withModelBank(t: TestApp, ...others: readonly TestApp[]): Promise<ModelBank> {
  const bank = new ModelBank(t.clock);
  connectBank(bank, [await t.given.paymentAccount({ enabled: true })], [t, ...others]);
  return bank;
}

/** Lets services ask a bank in memory about accounts, until the test ends. */
export function connectBank(
  bank: ModelBank,
  accounts: readonly PaymentAccount[],
  services: readonly TestApp[],
): void {
  const connected = (fanclubId: number, id: number) => ({
    ...({ id, fanclubId, provider: 'demo', live: false, client: bank } as const),
  });
  for (const { app } of services) {
    const providers = app.get(PaymentAccountsService);
    jest.spyOn(providers, 'enabledFor').mockImplementation((fanclub) => {
      const account = accounts.find(({ fanclubId }) => fanclubId === fanclub);
      return Promise.resolve(account ? connected(fanclub, account.id) : null);
    });
    jest
      .spyOn(providers, 'account')
      .mockImplementation((fanclub, id) => Promise.resolve(connected(fanclub, id)));
  }
}

/** A fan club that takes payments, a plan for 24.99, and a customer at its checkout. */
export interface ModelCheckout {
  readonly bank: ModelBank;
  readonly customer: Customer;
  readonly shopper: Shopper;
  readonly plan: Plan;
}

/** Prepares a checkout with a bank in memory, until the test ends. */
export async function modelCheckout(
  t: TestApp,
  facts: { customer?: Partial<Customer>; plan?: Partial<Plan> } = {},
): Promise<ModelCheckout> {
  const bank = await withModelBank(t);
  const customer = await t.given.customer(facts.customer);
  const plan = await t.given.plan({ price: '24.99', ...facts.plan });
  return { bank, customer, shopper: await Shopper.of(t, customer), plan };
}
