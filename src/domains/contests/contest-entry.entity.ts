import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { Customer } from '#domains/accounts/customer.entity';
import { Timestamps } from '#platform/database/timestamps.entity';
import { Fanclub } from '#platform/tenants/fanclub.entity';
import { Contest } from './contest.entity';

/** For onConflict: two clicks, one entry. */
export const ONE_ENTRY_PER_CUSTOMER = 'uq_contest_entries_contest_customer';

/** A customer's entry in a contest, with who they were then. */
@Entity('contest_entries')
@ForeignKey(() => Fanclub, ['fanclubId'], ['id'])
@ForeignKey(() => Contest, ['fanclubId', 'contestId'], ['fanclubId', 'id'])
@ForeignKey(() => Customer, ['fanclubId', 'customerId'], ['fanclubId', 'id'])
@Unique(ONE_ENTRY_PER_CUSTOMER, ['contestId', 'customerId'])
@Index(['fanclubId', 'customerId'])
export class ContestEntry extends Timestamps {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' }) id!: number;
  @Column('bigint') fanclubId!: number;
  @Column('bigint') contestId!: number;
  @Column('bigint') customerId!: number;
  @Column('timestamptz', { default: () => 'now()' }) enteredAt!: Date;
  /** Drawn as a winner; stays true for those who confirm and those who forfeit. */
  @Column('boolean', { default: false }) selected!: boolean;
  /** The selected customer confirmed: this is what the API calls won. */
  @Column('boolean', { default: false }) confirmed!: boolean;
  @Column('boolean', { default: false }) forfeited!: boolean;
  @Column('text', { nullable: true }) firstName!: string | null;
  @Column('text', { nullable: true }) lastName!: string | null;
  @Column('date', { nullable: true }) birthdate!: string | null;
}
