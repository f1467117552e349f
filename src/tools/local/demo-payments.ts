import { type DataSource, In } from 'typeorm';
import { SystemClock } from '#libs/clock';
import { Sealer } from '#libs/sealed';
import { openAccount, sendEventsTo } from '#demo-bank';
import type { Config } from '#platform/config';
import { ManagerStatements } from '#platform/database';
import { FanclubKey } from '#platform/tenants/fanclub-key.entity';
import { PaymentAccount } from '#domains/payments/payment-account.entity';
import { DEMO_LOGINS } from './demo';

/** Gives the demo's fan clubs accounts at the demo bank, unless they have had one. */
export async function seedDemoPayments(
  db: DataSource,
  { encryptionKeys, publicUrl }: Pick<Config, 'encryptionKeys' | 'publicUrl'>,
): Promise<void> {
  const sealer = new Sealer(encryptionKeys);
  const keys = await db.getRepository(FanclubKey).findBy({ key: In(DEMO_LOGINS.map(({ key }) => key)) });
  for (const { fanclubId } of keys) {
    await db.transaction(async (tx) => {
      if (await tx.existsBy(PaymentAccount, { fanclubId })) return;
      const [statements, now] = [new ManagerStatements(tx), new SystemClock().now()];
      const opened = await openAccount(statements, null, now);
      const { id } = await tx.save(PaymentAccount, {
        ...{ fanclubId, provider: 'demo', live: false, accountRef: opened.ref, enabled: true },
        secretSealed: sealer.seal(opened.secret),
        webhookSecretSealed: sealer.seal(opened.webhookSecret),
      });
      await sendEventsTo(statements, opened.ref, `${publicUrl}/payments/demo/${id}/events`, now);
    });
  }
}
