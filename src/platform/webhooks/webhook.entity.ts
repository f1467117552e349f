import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { PersonalRows } from '#libs/personal-data';
import { Fanclub, FanclubRow } from '#platform/tenants/fanclub.entity';
import type { Attempt } from './attempt';

/** Why an endpoint is off. `failed`: it answered nothing good for three days. */
export const OFF_REASONS = ['failed', 'staff'] as const;
export type OffReason = (typeof OFF_REASONS)[number];

/** An address that gets the fan club's messages. */
@Entity('webhook_endpoints')
@Unique(['fanclubId', 'id'])
@Unique(['fanclubId', 'name'])
@Check('ck_webhook_endpoints_types', 'cardinality(types) > 0')
@Check('ck_webhook_endpoints_off_reason', `off_reason IN ('${OFF_REASONS.join("', '")}')`)
@Check('ck_webhook_endpoints_off', '(off_at IS NULL) = (off_reason IS NULL)')
@Check('ck_webhook_endpoints_former', '(former_secret_sealed IS NULL) = (former_until IS NULL)')
export class WebhookEndpoint extends FanclubRow {
  @Column('text') name!: string;
  @Column('text') url!: string;
  /** The types of messages that it gets. */
  @Column('text', { array: true }) types!: string[];
  /** Whether it gets personal data. */
  @Column('boolean', { default: false }) personal!: boolean;
  /** A sealed `whsec_…`. */
  @Column('text') secretSealed!: string;
  /** The one before, which also signs until `formerUntil`. */
  @Column('text', { nullable: true }) formerSecretSealed!: string | null;
  @Column('timestamptz', { nullable: true }) formerUntil!: Date | null;
  /** Since when every attempt has failed. Null: the last one succeeded, or there was none. */
  @Column('timestamptz', { nullable: true }) failingSince!: Date | null;
  /** When the next attempt is made. Null: at once. */
  @Column('timestamptz', { nullable: true }) nextAt!: Date | null;
  /** When it was switched off. Its messages wait. */
  @Column('timestamptz', { nullable: true }) offAt!: Date | null;
  @Column('text', { nullable: true }) offReason!: OffReason | null;
}

/** The number of the last message of each fan club. */
@Entity('webhook_counters')
@ForeignKey(() => Fanclub, ['fanclubId'], ['id'])
export class WebhookCounter {
  @PrimaryColumn('bigint') fanclubId!: number;
  @Column('bigint') last!: number;
}

/** A message. Triggers write it in the transaction of its cause, if an endpoint wants its type. */
@Entity('webhook_messages')
// The entities are given by name, because the platform does not import domains.
@ForeignKey('Customer', ['fanclubId', 'customerId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey('Contact', ['fanclubId', 'contactId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey(() => WebhookEndpoint, ['fanclubId', 'endpointId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@Unique(['fanclubId', 'id'])
@Unique(['fanclubId', 'position'])
@Unique(['fanclubId', 'type', 'onceKey'])
@Index(['fanclubId', 'customerId'])
@Index(['fanclubId', 'contactId'])
@Index(['fanclubId', 'endpointId'])
@Index('ix_webhook_messages_new', ['id'], { where: 'position IS NULL' })
@Check('ck_webhook_messages_type', `type ~ '^[a-z]+\\.[a-z_]+$'`)
@Check('ck_webhook_messages_data', `jsonb_typeof(data) = 'object'`)
@Check('ck_webhook_messages_personal', `jsonb_typeof(personal) = 'object'`)
@PersonalRows<WebhookMessage>({
  // Those that wait are still sent: they are part of what the other account has got.
  merged: 'moved',
  of: 'customerId',
  deleted: { activity: ['type', 'at', 'position', 'onceKey', 'data'], account: ['personal'] },
  until: '30 days; those about a contact until the contact is deleted',
})
export class WebhookMessage extends FanclubRow {
  /** Its number in the fan club, given after the transaction has committed. Null: not yet. */
  @Column('bigint', { nullable: true }) position!: number | null;
  @Column('text') type!: string;
  /** Messages with the same one are written once. */
  @Column('text', { nullable: true }) onceKey!: string | null;
  /** When its cause happened. */
  @Column('timestamptz') at!: Date;
  @Column('bigint', { nullable: true }) customerId!: number | null;
  @Column('bigint', { nullable: true }) contactId!: number | null;
  /** The only endpoint that gets it. Null: all that want its type. */
  @Column('bigint', { nullable: true }) endpointId!: number | null;
  @Column('jsonb') data!: Record<string, unknown>;
  /** Null: no endpoint wanted personal data when it was written, or it has none. */
  @Column('jsonb', { nullable: true }) personal!: Record<string, unknown> | null;
}

export const DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** What became of a message at an endpoint. */
@Entity('webhook_deliveries')
@ForeignKey(() => WebhookEndpoint, ['fanclubId', 'endpointId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey(() => WebhookMessage, ['fanclubId', 'messageId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@Unique(['fanclubId', 'id'])
@Unique(['fanclubId', 'endpointId', 'messageId'])
@Index(['fanclubId', 'messageId'])
@Index('ix_webhook_deliveries_waiting', ['fanclubId', 'endpointId', 'position'], {
  where: `state = 'waiting'`,
})
@Check('ck_webhook_deliveries_state', `state IN ('${DELIVERY_STATES.join("', '")}')`)
@Check('ck_webhook_deliveries_tries', 'tries >= 0')
@Check('ck_webhook_deliveries_log', `jsonb_typeof(log) = 'array'`)
@PersonalRows<WebhookDelivery>({
  merged: 'follows',
  of: ['messageId', 'webhook_messages'],
  deleted: { activity: ['position', 'state', 'tries', 'log', 'deliveredAt'] },
  until: '30 days',
})
export class WebhookDelivery extends FanclubRow {
  @Column('bigint') endpointId!: number;
  @Column('bigint') messageId!: number;
  /** That of the message: an endpoint gets its messages in this order. */
  @Column('bigint') position!: number;
  @Column('text', { default: 'waiting' }) state!: DeliveryState;
  /** Failed attempts since it was queued last. */
  @Column('integer', { default: 0 }) tries!: number;
  /** The latest attempts, the oldest first. */
  @Column('jsonb', { default: [] }) log!: readonly Attempt[];
  @Column('timestamptz', { nullable: true }) deliveredAt!: Date | null;
}
