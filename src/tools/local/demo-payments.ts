import { type DataSource, type EntityManager, In } from 'typeorm';
import { SystemClock } from '#libs/clock';
import { Sealer } from '#libs/sealed';
import { describeAccount, openAccount } from '#demo-bank';
import { operatorOf, recordByCommand } from '#platform/audit';
import type { Config } from '#platform/config';
import { ManagerStatements } from '#platform/database';
import { FanclubKey, Fanclub } from '#platform/tenants/fanclub.entity';
import { PaymentAccount } from '#domains/payment-providers/payment-account.entity';
import { DEMO_LOGINS } from './demo';

/** Gives the demo's fan clubs accounts at the demo bank, unless they have had one. Events go to the present address of the service. */
export async function seedDemoPayments(
  db: DataSource,
  { encryptionKeys, publicUrl }: Pick<Config, 'encryptionKeys' | 'publicUrl'>,
): Promise<void> {
  const sealer = new Sealer(encryptionKeys);
  const keys = await db.getRepository(FanclubKey).findBy({ key: In(DEMO_LOGINS.map(({ key }) => key)) });
  for (const { fanclubId } of keys) {
    await db.transaction(async (tx) => {
      const [statements, now] = [new ManagerStatements(tx), new SystemClock().now()];
      const { name: owner } = await tx.findOneByOrFail(Fanclub, { id: fanclubId });
      const accounts = await tx.findBy(PaymentAccount, { fanclubId });
      for (const { id, accountRef } of accounts.filter(({ provider }) => provider === 'demo'))
        await describeAccount(statements, accountRef, { owner, eventsUrl: eventsUrl(publicUrl, id) }, now);
      if (accounts.length === 0) await openDemoAccount(tx, sealer, publicUrl, fanclubId);
    });
  }
}

/** Connects a fan club to a new account at the demo bank, in place of the account that took payments before. */
export function connectDemo(
  db: DataSource,
  { encryptionKeys, publicUrl }: Pick<Config, 'encryptionKeys' | 'publicUrl'>,
  fanclubId: number,
): Promise<void> {
  return db.transaction(async (tx) => {
    await tx.update(PaymentAccount, { fanclubId, enabled: true }, { enabled: false });
    const { id } = await openDemoAccount(tx, new Sealer(encryptionKeys), publicUrl, fanclubId);
    await recordByCommand(new ManagerStatements(tx), new SystemClock().now(), operatorOf({ id: fanclubId }), {
      action: 'payments.connected',
      target: `payment_account:${id}`,
    });
  });
}

async function openDemoAccount(
  tx: EntityManager,
  sealer: Sealer,
  publicUrl: string,
  fanclubId: number,
): Promise<PaymentAccount> {
  const [statements, now] = [new ManagerStatements(tx), new SystemClock().now()];
  const opened = await openAccount(statements, null, now);
  const account = await tx.save(PaymentAccount, {
    fanclubId,
    provider: 'demo',
    live: false,
    accountRef: opened.ref,
    enabled: true,
    secretSealed: sealer.seal(opened.secret),
    webhookSecretSealed: sealer.seal(opened.webhookSecret),
  });
  const { name: owner } = await tx.findOneByOrFail(Fanclub, { id: fanclubId });
  const facts = { owner, eventsUrl: eventsUrl(publicUrl, account.id) };
  await describeAccount(statements, opened.ref, facts, now);
  return account;
}

const eventsUrl = (publicUrl: string, account: number): string =>
  `${publicUrl}/payments/demo/${account}/events`;
