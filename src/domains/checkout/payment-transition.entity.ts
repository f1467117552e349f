import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { Fanclub } from '#platform/tenants/fanclub.entity';

/** The history of orders, payments and refunds. Rows are added, and never changed. */
@Entity('payment_transitions')
@ForeignKey(() => Fanclub, ['fanclubId'], ['id'])
@Index(['fanclubId', 'subject', 'subjectNumber'])
@Check('ck_payment_transitions_subject', `subject IN ('order', 'payment', 'refund', 'card')`)
export class PaymentTransition {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' }) id!: number;
  @Column('bigint') fanclubId!: number;
  @Column('text') subject!: 'order' | 'payment' | 'refund';
  @Column('bigint') subjectNumber!: number;
  @Column('text') fromState!: string;
  @Column('text') toState!: string;
  /** What led to it; see `payment-transitions.ts`. */
  @Column('text') cause!: string;
  @Column('timestamptz') at!: Date;
}
