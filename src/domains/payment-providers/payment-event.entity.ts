import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { Fanclub } from '#platform/tenants/fanclub.entity';
import { PaymentAccount } from './payment-account.entity';
import type { Hint } from './payment-provider';

/** A received event of a provider. Its content is not stored: the object is fetched when the event is processed. */
@Entity('payment_events')
@ForeignKey(() => Fanclub, ['fanclubId'], ['id'])
@ForeignKey(() => PaymentAccount, ['fanclubId', 'accountId'], ['fanclubId', 'id'])
@Unique(['fanclubId', 'accountId', 'eventRef'])
@Index(['receivedAt'])
@Index('ix_payment_events_waiting', ['receivedAt'], { where: 'processed_at IS NULL' })
@Check(
  'ck_payment_events_subject',
  `subject IN ('payment', 'card_page', 'refund', 'dispute', 'customer', 'card', 'other')`,
)
export class PaymentEvent {
  @PrimaryColumn('bigint') accountId!: number;
  /** The provider's id of the event. */
  @PrimaryColumn('text') eventRef!: string;
  @Column('bigint') fanclubId!: number;
  @Column('text') type!: string;
  @Column('text') subject!: Hint['subject'];
  /** The provider's id of the object. */
  @Column('text') objectRef!: string;
  /** Our id of the object, if the provider kept it. */
  @Column('bigint', { nullable: true }) ownNumber!: number | null;
  @Column('timestamptz') sentAt!: Date;
  @Column('timestamptz') receivedAt!: Date;
  @Column('timestamptz', { nullable: true }) processedAt!: Date | null;
  @Column('integer', { default: 0 }) attempts!: number;
  /** A code, never the provider's text. */
  @Column('text', { nullable: true }) lastError!: string | null;
}
