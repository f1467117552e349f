import { Sealer } from '#libs/sealed';
import type { PaymentAccount } from '#domains/payments/payment-account.entity';
import { openAccount, sendEventsTo } from '../../../src/demo-bank';
import { Sql } from '../../../src/platform/database';
import { freePort } from '../free-port';
import type { TestApp, TestEnvironment } from '../start-test-app';

/** The environment of a service with the demo bank, which it reaches by its public address. */
export async function withDemoBank(): Promise<TestEnvironment> {
  const port = String(await freePort());
  return { PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}`, PAYMENTS_DEMO: 'true' };
}

/** An account at the demo bank. */
export interface BankAccount {
  readonly account: PaymentAccount;
  readonly secret: string;
  readonly webhookSecret: string;
}

/** Connects a fan club, by default that of the test, to the demo bank, whose earlier objects are gone. */
export async function openBank(t: TestApp, fanclubId?: number): Promise<BankAccount> {
  await t.db.query('TRUNCATE demo_bank.objects');
  const opened = await openAccount(t.app.get(Sql), null, t.clock.now());
  const sealer = t.app.get(Sealer);
  const account = await t.given.paymentAccount({
    ...(fanclubId !== undefined && { fanclubId }),
    enabled: true,
    accountRef: opened.ref,
    secretSealed: sealer.seal(opened.secret),
    webhookSecretSealed: sealer.seal(opened.webhookSecret),
  });
  const eventsUrl = `${t.origin}/payments/demo/${account.id}/events`;
  await sendEventsTo(t.app.get(Sql), opened.ref, eventsUrl, t.clock.now());
  return { account, secret: opened.secret, webhookSecret: opened.webhookSecret };
}

/** The bank refuses the key of every account from now on. */
export async function bankRefuses(t: TestApp): Promise<void> {
  const secret = t.app.get(Sealer).seal('wrong');
  await t.db.query('UPDATE payment_accounts SET secret_sealed = $1', [secret]);
}
