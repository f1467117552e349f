import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropWebhook, planOf, type WebhookTrigger, writeWebhook } from './support/webhook';

const ORDER = {
  table: 'orders',
  customer: 'r.customer_id',
  data: `'id', r.id, 'member_id', r.customer_id, 'kind', r.kind, 'plan', ${planOf('r.plan_id')}, 'total', r.total::text,
    'currency', r.currency, 'receipt_number', r.receipt_number`,
} as const;

const since = (column: string) => ({
  on: `UPDATE OF ${column}`,
  when: `OLD.${column} IS NULL AND NEW.${column} IS NOT NULL`,
});

const OWNER_OF_ORDER =
  '(SELECT o.customer_id FROM {schema}.orders o WHERE o.fanclub_id = r.fanclub_id AND o.id = r.order_id)';
const PLAN_OF_ORDER = `(SELECT jsonb_build_object('id', p.id, 'name', p.name) FROM {schema}.orders o
  JOIN {schema}.plans p ON p.fanclub_id = o.fanclub_id AND p.id = o.plan_id
  WHERE o.fanclub_id = r.fanclub_id AND o.id = r.order_id)`;
const OWNER_OF_ENTRY = `(SELECT e.customer_id FROM {schema}.contest_entries e
  WHERE e.fanclub_id = r.fanclub_id AND e.id = r.entry_number)`;
const CONTEST = `'id', r.id, 'name', r.name, 'state', 'closed'`;

const TRIGGERS: readonly WebhookTrigger[] = [
  { ...ORDER, type: 'order.paid', ...since('paid_at'), data: `${ORDER.data}, 'state', 'paid'` },
  { ...ORDER, type: 'order.refunded', ...since('refunded_at'), data: `${ORDER.data}, 'state', 'refunded'` },
  { ...ORDER, type: 'order.disputed', ...since('disputed_at'), data: `${ORDER.data}, 'state', 'disputed'` },
  {
    table: 'shipments',
    type: 'shipment.shipped',
    ...since('ship_date'),
    customer: OWNER_OF_ORDER,
    data: `'id', r.id, 'order_id', r.order_id, 'member_id', ${OWNER_OF_ORDER}, 'plan', ${PLAN_OF_ORDER},
      'ship_date', r.ship_date, 'state', 'shipped'`,
    personal: `'tracking_url', r.tracking_url`,
  },
  {
    table: 'presale_codes',
    type: 'code.assigned',
    ...since('customer_id'),
    customer: 'r.customer_id',
    // Never the code itself: whoever reads it can use it.
    data: `'id', r.id, 'member_id', r.customer_id, 'pool', (SELECT jsonb_build_object('id', p.id, 'name', p.name)
      FROM {schema}.presale_pools p WHERE p.fanclub_id = r.fanclub_id AND p.id = r.pool_id), 'assigned_by', r.assigned_by`,
  },
  { table: 'contests', type: 'contest.closed', ...since('entries_closed_at'), data: CONTEST },
  {
    table: 'contest_draws',
    type: 'contest.drawn',
    ...since('drawn_at'),
    data: `'id', r.contest_id, 'draw_id', r.id, 'entries', r.entry_count, 'state', 'drawn'`,
  },
  {
    table: 'contest_winners',
    type: 'contest.winner_confirmed',
    on: 'UPDATE OF state',
    when: `NEW.state = 'confirmed' AND OLD.state <> 'confirmed'`,
    customer: OWNER_OF_ENTRY,
    data: `'id', r.contest_id, 'winner_id', r.id, 'entry_id', r.entry_number, 'member_id', ${OWNER_OF_ENTRY}, 'rank', r.rank,
      'state', r.state`,
  },
];

export class WriteWebhooksOfOrdersAndContests1760000130300 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const trigger of TRIGGERS) await writeWebhook(db, trigger);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const trigger of TRIGGERS) await dropWebhook(db, trigger);
  }
}
