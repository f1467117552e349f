import { Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { Customer } from '#domains/accounts/customer.entity';
import { FanclubRow } from '#platform/tenants/fanclub-row.entity';
import { Contest } from './contest.entity';

/** A customer's entry in a contest, with their name and birthdate at that time. */
@Entity('contest_entries')
@ForeignKey(() => Contest, ['fanclubId', 'contestId'], ['fanclubId', 'id'])
@ForeignKey(() => Customer, ['fanclubId', 'customerId'], ['fanclubId', 'id'])
@Unique(['fanclubId', 'id'])
@Unique(['contestId', 'customerId'])
@Index(['fanclubId', 'customerId'])
export class ContestEntry extends FanclubRow {
  @Column('bigint') contestId!: number;
  @Column('bigint') customerId!: number;
  @Column('timestamptz', { default: () => 'now()' }) enteredAt!: Date;
  /** Drawn as a winner. Stays true if the customer then confirms or forfeits. */
  @Column('boolean', { default: false }) selected!: boolean;
  /** The selected customer has confirmed. The API calls this `won`. */
  @Column('boolean', { default: false }) confirmed!: boolean;
  @Column('boolean', { default: false }) forfeited!: boolean;
  @Column('text', { nullable: true }) firstName!: string | null;
  @Column('text', { nullable: true }) lastName!: string | null;
  @Column('date', { nullable: true }) birthdate!: string | null;
}
