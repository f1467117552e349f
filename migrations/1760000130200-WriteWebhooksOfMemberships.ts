import type { MigrationInterface, QueryRunner } from 'typeorm';
import { fence } from './support/fence';
import { dropWebhook, planOf, type WebhookTrigger, writeWebhook } from './support/webhook';

const ORDER = `{schema}.orders o WHERE o.fanclub_id = r.fanclub_id`;
const orderOf = (kinds: string): string =>
  `EXISTS (SELECT FROM ${ORDER} AND o.id = r.order_id AND o.kind IN (${kinds}))`;

const TERM = `'id', r.id, 'member_id', r.customer_id, 'plan', ${planOf('r.plan_id')}, 'order_id', r.order_id,
  'start_date', r.start_date, 'end_date', r.end_date`;
const BEGUN = { table: 'subscriptions', on: 'INSERT', customer: 'r.customer_id' } as const;
const RENEWAL = {
  table: 'renewals',
  customer: 'r.customer_id',
  data: `'id', r.id, 'member_id', r.customer_id, 'membership_id', r.subscription_id, 'state', r.state, 'reason', r.reason,
    'automatic', r.automatic, 'plan', ${planOf('r.plan_id')}, 'order_id', r.order_id, 'charge_at', r.charge_at, 'tries', r.tries`,
} as const;
const QUEUED = {
  table: 'queued_subscriptions',
  customer: 'r.customer_id',
  data: `'id', r.id, 'member_id', r.customer_id, 'plan', ${planOf('r.plan_id')}, 'order_id', r.order_id,
    'start_date', r.starts_at, 'end_date', r.end_date`,
} as const;

const TRIGGERS: readonly WebhookTrigger[] = [
  {
    ...BEGUN,
    type: 'membership.began',
    unless: orderOf(`'upgrade', 'renewal', 'conversion'`),
    data: `${TERM}, 'state', 'active', 'trial', r.trial_membership`,
  },
  {
    ...BEGUN,
    type: 'membership.upgraded',
    unless: `NOT ${orderOf(`'upgrade'`)}`,
    data: `${TERM}, 'state', 'active', 'replaces', (SELECT o.replaces_subscription_id FROM ${ORDER} AND o.id = r.order_id)`,
  },
  {
    ...BEGUN,
    type: 'membership.renewed',
    unless: `NOT ${orderOf(`'renewal', 'conversion'`)}`,
    data: `${TERM}, 'state', 'active', 'renews', (SELECT o.renews_subscription_id FROM ${ORDER} AND o.id = r.order_id)`,
  },
  { ...QUEUED, type: 'membership.queued', on: 'INSERT', data: `${QUEUED.data}, 'state', 'queued'` },
  {
    table: 'subscriptions',
    customer: 'r.customer_id',
    type: 'membership.cancelled',
    on: 'UPDATE OF cancelled',
    when: 'NOT OLD.cancelled AND NEW.cancelled',
    // What an upgrade or a conversion replaces has no message of its own.
    unless: `EXISTS (SELECT FROM ${ORDER} AND o.customer_id = r.customer_id AND o.paid_at = r.cancelled_at
      AND (o.replaces_subscription_id = r.id AND o.kind = 'upgrade'
        OR o.renews_subscription_id = r.id AND o.kind = 'conversion'))`,
    data: `${TERM}, 'state', 'cancelled', 'queued', false`,
  },
  {
    ...QUEUED,
    type: 'membership.cancelled',
    on: 'UPDATE OF cancelled_at',
    when: 'OLD.cancelled_at IS NULL AND NEW.cancelled_at IS NOT NULL',
    data: `${QUEUED.data}, 'state', 'cancelled', 'queued', true`,
  },
  {
    ...RENEWAL,
    type: 'renewal.announced',
    on: 'UPDATE OF state, announced_at',
    when: `NEW.state = 'announced' AND (OLD.state <> 'announced' OR OLD.announced_at IS DISTINCT FROM NEW.announced_at)`,
  },
  {
    ...RENEWAL,
    type: 'renewal.failed',
    on: 'UPDATE OF state, tries',
    when: `NEW.tries > OLD.tries OR NEW.state = 'given_up' AND OLD.state <> 'given_up'`,
  },
  {
    ...RENEWAL,
    type: 'renewal.action_needed',
    on: 'UPDATE OF state',
    when: `NEW.state = 'action_needed' AND OLD.state <> 'action_needed'`,
  },
  {
    ...RENEWAL,
    type: 'renewal.stopped',
    on: 'UPDATE OF state',
    when: `NEW.state = 'stopped' AND OLD.state <> 'stopped'`,
  },
];

export class WriteWebhooksOfMemberships1760000130200 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const trigger of TRIGGERS) await writeWebhook(db, trigger);
    await db.query(`
      CREATE TABLE membership_watches (
        fanclub_id bigint NOT NULL CONSTRAINT fk_membership_watches_fanclub REFERENCES fanclubs,
        since      timestamptz NOT NULL,
        seen_until timestamptz NOT NULL,
        CONSTRAINT pk_membership_watches PRIMARY KEY (fanclub_id)
      )`);
    await fence(db, 'membership_watches');
    await db.query('CREATE INDEX ix_subscriptions_fanclub_end_date ON subscriptions (fanclub_id, end_date)');
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('DROP INDEX ix_subscriptions_fanclub_end_date');
    await db.query('DROP TABLE membership_watches');
    for (const trigger of TRIGGERS) await dropWebhook(db, trigger);
  }
}
