import type { DataSource } from 'typeorm';
import type { ClubLife, Shop } from './club-life';

/** Where the database differs from the answers that buyers, members and staff got, or from the demo bank, which has not moved. */
export async function faultsOfShop(
  db: DataSource,
  { fanclub, event }: Shop,
  life: ClubLife,
): Promise<string[]> {
  const faults: string[] = [];
  const compare = (what: string, found: unknown, expected: unknown): void => {
    const [is, should] = [found, expected].map((one) => JSON.stringify(one));
    if (is !== should) faults.push(`${what}: ${is} instead of ${should}`);
  };
  const [orders] = await db.query<[OrderFigures]>(ORDERS, [fanclub, life.paid]);
  compare('paid orders', orders.acknowledged, life.paid.length);
  compare(
    'receipts',
    orders.receipts,
    Array.from({ length: orders.paid }, (_, n) => n + 1),
  );
  compare('payments of paid orders', orders.payments, orders.paid);
  compare('payments at the bank', orders.taken, orders.paid);
  compare('mails with receipts', orders.mails, orders.paid);
  compare('events of the bank without an end', orders.openEvents, 0);
  const refunds = await db.query<{ id: number; refunds: number }[]>(REFUNDS, [fanclub]);
  compare(
    'refunded orders',
    refunds.map(({ id }) => id),
    [...life.refunded].sort((a, b) => a - b),
  );
  compare('refunds of an order', [...new Set(refunds.map((one) => one.refunds))], [1]);
  compare('refunds at the bank', orders.returned, refunds.length);
  const [edited] = await db.query<[{ title: string; links: number }]>(EVENT, [fanclub, event]);
  compare('the edited event', edited, { title: life.title, links: 2 });
  for (const [customer, address] of life.addresses) {
    const [{ email }] = await db.query<[{ email: string }]>(ADDRESS, [fanclub, customer]);
    compare('a changed address', email, address);
  }
  return faults;
}

interface OrderFigures {
  acknowledged: number;
  paid: number;
  receipts: number[];
  payments: number;
  taken: number;
  returned: number;
  mails: number;
  openEvents: number;
}

const ORDERS = `
  SELECT (SELECT count(*)::integer FROM orders WHERE fanclub_id = $1 AND id = ANY ($2) AND paid_at IS NOT NULL) AS acknowledged,
         (SELECT count(*)::integer FROM orders WHERE fanclub_id = $1 AND paid_at IS NOT NULL) AS paid,
         (SELECT json_agg(receipt_number ORDER BY receipt_number) FROM orders
          WHERE fanclub_id = $1 AND receipt_number IS NOT NULL) AS receipts,
         (SELECT count(*)::integer FROM payments WHERE fanclub_id = $1 AND state = 'succeeded' AND NOT surplus) AS payments,
         (SELECT count(*)::integer FROM demo_bank.objects WHERE kind = 'session' AND content ->> 'status' = 'complete') AS taken,
         (SELECT count(*)::integer FROM demo_bank.objects WHERE kind = 'refund') AS returned,
         (SELECT count(*)::integer FROM mails WHERE fanclub_id = $1 AND kind = 'receipt') AS mails,
         (SELECT count(*)::integer FROM payment_events WHERE fanclub_id = $1 AND processed_at IS NULL) AS "openEvents"`;

const REFUNDS = `
  SELECT p.order_id AS id, count(*)::integer AS refunds FROM refunds r JOIN payments p ON p.id = r.payment_id
  WHERE r.fanclub_id = $1 AND r.state = 'succeeded' GROUP BY 1 ORDER BY 1`;

const EVENT = `
  SELECT title, (SELECT count(*)::integer FROM ticket_links l WHERE l.event_id = e.id) AS links
  FROM events e WHERE fanclub_id = $1 AND id = $2`;

const ADDRESS = `SELECT coalesce(new_email, email) AS email FROM customers WHERE fanclub_id = $1 AND id = $2`;
