import { Sealer } from '#libs/sealed';
import { type Answer, HttpClient } from '#libs/testing';
import type { PaymentAccount } from '#domains/payment-providers/payment-account.entity';
import { describeAccount, openAccount, signatureOf } from '../../../src/demo-bank';
import { Sql } from '../../../src/platform/database';
import { freePort } from '../free-port';
import type { TestApp, TestEnvironment } from '../start-test-app';
import { CARDS } from './contract';

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

/**
 * Empties the demo bank, and connects a fan club, by default that of the test.
 * @param bank the service that has the bank, and where its events go
 */
export async function openBank(
  t: TestApp,
  fanclubId?: number,
  bank: Pick<TestApp, 'app' | 'db' | 'origin'> = t,
): Promise<BankAccount> {
  await bank.db.query('TRUNCATE demo_bank.objects');
  const opened = await openAccount(bank.app.get(Sql), null, t.clock.now());
  const sealer = t.app.get(Sealer);
  const account = await t.given.paymentAccount({
    ...(fanclubId !== undefined && { fanclubId }),
    enabled: true,
    accountRef: opened.ref,
    secretSealed: sealer.seal(opened.secret),
    webhookSecretSealed: sealer.seal(opened.webhookSecret),
  });
  const eventsUrl = `${bank.origin}/payments/demo/${account.id}/events`;
  const facts = { owner: 'The Lanterns', eventsUrl };
  await describeAccount(bank.app.get(Sql), opened.ref, facts, t.clock.now());
  return { account, secret: opened.secret, webhookSecret: opened.webhookSecret };
}

/** Sends a form of the bank's pages. @param url of a page, also only its path */
export async function sendToBank(
  { origin }: Pick<TestApp, 'origin'>,
  url: string,
  fields: Readonly<Record<string, string>>,
): Promise<Answer> {
  return new HttpClient(origin).post(new URL(url, origin).pathname, new URLSearchParams(fields).toString(), {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
}

/** Types a card on a page of the bank, as a buyer does. @param extra replaces or adds fields */
export const payByCard = (
  t: Pick<TestApp, 'origin'>,
  url: string,
  number: string = CARDS.works,
  extra: Readonly<Record<string, string>> = {},
): Promise<Answer> => sendToBank(t, url, { number, name: 'Ada Lovelace', country: 'US', ...extra });

/** The header with which the bank signs the body of an event. */
export function signatureHeader(body: string, secret: string, at: Date): Record<string, string> {
  const seconds = Math.floor(at.getTime() / 1000);
  return { 'demo-bank-signature': `t=${seconds},v1=${signatureOf(body, seconds, secret)}` };
}

/** Sends the body of an event to a service, to the address for an account. */
export const postEvent = (
  origin: string,
  { account }: Pick<BankAccount, 'account'>,
  body: string,
  headers: Readonly<Record<string, string>>,
): Promise<Answer> =>
  new HttpClient(origin).post(`/payments/demo/${account.id}/events`, body, {
    headers: { 'content-type': 'application/json', ...headers },
  });

/** Sends an event to a service as the bank does. */
export const sendEvent = (origin: string, bank: BankAccount, body: string, at: Date): Promise<Answer> =>
  postEvent(origin, bank, body, signatureHeader(body, bank.webhookSecret, at));

/** The bank refuses the key of every account from now on. */
export async function bankRefuses(t: TestApp): Promise<void> {
  const secret = t.app.get(Sealer).seal('wrong');
  await t.db.query('UPDATE payment_accounts SET secret_sealed = $1', [secret]);
}
