import { Check, Column, Entity, ForeignKey, Index, Unique, PrimaryColumn } from 'typeorm';
import { PersonalRows } from '#libs/personal-data';
import { Event } from '#domains/events/event.entity';
import { FanclubRow, Fanclub } from '#platform/tenants/fanclub.entity';
import { Plan } from '#domains/plans/plan.entity';
import { Customer } from '#domains/accounts/customer.entity';
import { Staff } from '#platform/staff/people/staff.entity';

/** A competition that customers may enter while it runs. */
@Entity('contests')
@ForeignKey(() => Event, ['fanclubId', 'eventId'], ['fanclubId', 'id'])
@Unique(['fanclubId', 'id'])
@Unique(['fanclubId', 'name'])
@Index(['fanclubId', 'startsAt'])
@Index(['fanclubId', 'eventId'])
@Check('ck_contests_minimum_age', 'minimum_age BETWEEN 0 AND 150')
@Check('ck_contests_period', 'starts_at <= ends_at')
@Check('ck_contests_closed', 'entries_closed_at IS NULL OR ends_at < entries_closed_at')
export class Contest extends FanclubRow {
  @Column('bigint', { nullable: true }) eventId!: number | null;
  @Column('text') name!: string;
  /** Years. */
  @Column('integer', { default: 0 }) minimumAge!: number;
  @Column('timestamptz') startsAt!: Date;
  @Column('timestamptz') endsAt!: Date;
  /** IANA name of the zone in which the contest is announced. */
  @Column('text') timeZone!: string;
  /** HTML, like `rules`. */
  @Column('text', { default: '' }) details!: string;
  @Column('text', { default: '' }) rules!: string;
  @Column('boolean', { default: true }) published!: boolean;
  /** When staff froze the entries for the draw. Nobody enters afterwards. */
  @Column('timestamptz', { nullable: true }) entriesClosedAt!: Date | null;
}

/** Restricts a contest to a plan's subscribers. A contest without plans is open to all customers. */
@Entity('contest_plans')
@ForeignKey(() => Fanclub, ['fanclubId'], ['id'])
@ForeignKey(() => Contest, ['fanclubId', 'contestId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey(() => Plan, ['fanclubId', 'planId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@Unique(['fanclubId', 'planId', 'contestId'])
export class ContestPlan {
  @PrimaryColumn('bigint') contestId!: number;
  @PrimaryColumn('bigint') planId!: number;
  @Column('bigint') fanclubId!: number;
}

/** A customer's entry in a contest, with their name and birthdate at that time. */
@Entity('contest_entries')
@ForeignKey(() => Contest, ['fanclubId', 'contestId'], ['fanclubId', 'id'])
@ForeignKey(() => Customer, ['fanclubId', 'customerId'], ['fanclubId', 'id'])
@Unique(['fanclubId', 'id'])
@Unique(['contestId', 'customerId'])
@Index(['fanclubId', 'customerId'])
@PersonalRows<ContestEntry>({
  merged: 'own',
  of: 'customerId',
  nulled: { name: ['firstName', 'lastName'], 'birth date': ['birthdate'] },
  kept: { contest: ['enteredAt', 'selected', 'confirmed', 'forfeited'] },
})
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

/** Excludes an entry from the draw. The customer gets no message, and the entry stays. */
@Entity('contest_exclusions')
@ForeignKey(() => ContestEntry, ['fanclubId', 'entryId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@ForeignKey(() => Staff, ['staffId'], ['id'], { onDelete: 'SET NULL' })
@Unique(['entryId'])
@Unique(['fanclubId', 'entryId', 'id'])
@Index(['staffId'])
@PersonalRows<ContestExclusion>({
  merged: 'follows',
  of: ['entryId', 'contest_entries'],
  emptied: { note: ['reason'] },
})
export class ContestExclusion extends FanclubRow {
  @Column('bigint') entryId!: number;
  @Column('text') reason!: string;
  /** Who excluded it; null if that account is gone. */
  @Column('bigint', { nullable: true }) staffId!: number | null;
}
