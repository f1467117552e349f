import type { Customer } from '#domains/accounts/customer.entity';
import type { Fanclub } from '#platform/tenants/fanclub.entity';
import { PersonTable, personTables } from '../../src/platform/erasure';
import { Mails } from '../../src/platform/mail';
import type { TestApp } from './start-test-app';

/** The word that an erasure must leave nowhere. */
export const CANARY = 'canary';

/** Columns with canaries that an erasure removes, or whose row it deletes. */
const isErased = ({ fate }: PersonTable['columns'][number]): boolean => fate !== 'kept';

/** Makes a member with a row in every table that has data of persons. */
export async function personWithEverything(t: TestApp, club: Fanclub): Promise<Customer> {
  const { given } = t;
  const customer = await given.customer({ email: 'ada.canary@example.test', fanclubId: club.id });
  const plan = await given.plan({ fanclubId: club.id });
  const other = await given.plan({ fanclubId: club.id });
  const order = await given.order({ customer, plan, checkoutReference: 'checkout' });
  const gift = await given.order({ customer, plan: other, kind: 'gift_purchase' });
  const payment = await given.payment({ order, state: 'succeeded', settledAt: t.clock.now() });
  const refund = { state: 'succeeded', resolvedAt: t.clock.now(), note: 'by bank transfer' } as const;
  const subscription = await given.subscription({ customer, plan });
  const entry = await given.entry({ customer });
  await given.authentication({ customer });
  await given.emailAlias({ customer });
  await given.contact({ fanclubId: club.id, email: 'Ada.Canary@example.test' });
  await given.mail({
    content: { to: customer.email! },
    addressDigest: t.app.get(Mails).digestsOf(customer.email!)[0],
  });
  await given.session({ customer });
  await given.oneTimeToken({ customer });
  await given.staffRead({ customer });
  await given.redeemCode({ boughtOrderId: gift.id, fanclubId: club.id });
  await given.redeemUse({ order });
  await given.renewalMail({ renewal: await given.renewal({ subscription }) });
  await given.shipment({ order });
  await given.issueMail({ customer });
  await given.orderGift({ order });
  await given.shippingAddress({ customer });
  await given.itemSelection({ customer });
  await given.boughtGift({ order: gift });
  await given.paymentDispute({ payment, state: 'lost', decidedAt: t.clock.now() });
  await given.refund({ payment, ...refund });
  await given.paymentCardPage({ customer });
  await given.paymentCustomer({ customer });
  await given.paymentMethod({ customer });
  await given.queuedSubscription({ customer, plan: other });
  await given.affiliateCodes({ customer });
  await given.waitingEntry({ customer, plan: other });
  await given.stockItem({ order });
  await given.presaleCode({ customer });
  await given.contestExclusion({ entryId: entry.id });
  await given.contestWinner({ entry });
  await given.personExport({ customer });
  await given.memberNote({ customer });
  await given.sentMail({ customerId: customer.id, fanclubId: club.id });
  const message = await given.webhookMessage({ customerId: customer.id, fanclubId: club.id });
  await given.webhookDelivery({ message });
  const application = await given.application({ fanclubId: club.id });
  await given.consentTo({ application, customer });
  await given.oidcRecord({ application, customer });
  await given.applicationLogIn({ application, customer });
  await given.forumMember({ forum: await given.forum({ fanclubId: club.id }), customer });
  return customer;
}

/**
 * Writes the canary into every text, list and object of these tables that an erasure removes, in the fan club.
 * @returns the columns that accept no such text
 */
export async function plantCanaries(t: TestApp, club: Fanclub): Promise<string[]> {
  const refused: string[] = [];
  for (const { name, columns, declaration } of personTables()) {
    if (declaration.ownErasure) continue;
    for (const column of columns.filter(isErased)) {
      const type = t.db.entityMetadatas
        .find(({ tableName }) => tableName === name)!
        .columns.find(({ propertyName }) => propertyName === column.property)!;
      const value = valueFor(String(type.type), type.isArray, Array.isArray(type.default));
      if (value === null) continue;
      const [changed] = await t.db
        .query<[unknown, number]>(
          `UPDATE ${name} SET ${column.name} = ${value} WHERE fanclub_id = $1 RETURNING 1`,
          [club.id],
        )
        .then(([, count]) => [count])
        .catch(() => [0]);
      if (changed === 0) refused.push(`${name}.${column.name}`);
    }
  }
  return refused;
}

function valueFor(type: string, isArray: boolean, isList: boolean): string | null {
  if (isArray) return `'{${CANARY}}'`;
  if (isList) return `'[{"line": "${CANARY}"}]'`;
  if (type === 'jsonb') return `'{"line": "${CANARY}"}'`;
  return type === 'text' ? `'${CANARY}'` : null;
}

/** The tables of the database, those of the queue included, that contain a text in any row. */
export async function tablesWith(t: TestApp, word: string): Promise<string[]> {
  const tables = await t.db.query<{ name: string; table: string }[]>(
    `SELECT tablename AS name, format('%I.%I', schemaname, tablename) AS table FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  );
  const found: string[] = [];
  for (const { name, table } of tables) {
    const [{ count }] = await t.db.query<[{ count: number }]>(
      `SELECT count(*)::integer AS count FROM ${table} t WHERE t::text ILIKE $1`,
      [`%${word}%`],
    );
    if (count > 0) found.push(name);
  }
  return found.sort();
}
