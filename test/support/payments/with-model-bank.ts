import { PaymentProviders } from '../../../src/domains/payments';
import type { TestApp } from '../start-test-app';
import { ModelBank } from './model-bank';

/** Gives the test's fan club an account at a bank in memory, until the test ends. @param others further services of the test */
export async function withModelBank(t: TestApp, ...others: readonly TestApp[]): Promise<ModelBank> {
  const bank = new ModelBank(t.clock);
  const account = await t.given.paymentAccount({ enabled: true });
  const connected = (fanclubId: number, id: number) => ({
    ...({ id, fanclubId, provider: 'demo', live: false, client: bank } as const),
  });
  for (const { app } of [t, ...others]) {
    const providers = app.get(PaymentProviders);
    jest
      .spyOn(providers, 'enabledFor')
      .mockImplementation((fanclub) =>
        Promise.resolve(fanclub === account.fanclubId ? connected(fanclub, account.id) : null),
      );
    jest
      .spyOn(providers, 'account')
      .mockImplementation((fanclub, id) => Promise.resolve(connected(fanclub, id)));
  }
  return bank;
}
