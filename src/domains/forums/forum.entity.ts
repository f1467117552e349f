import { Check, Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { PersonalRows } from '#libs/personal-data';
import { FanclubRow } from '#platform/tenants/fanclub.entity';
import { Customer } from '#domains/accounts/customer.entity';
import { OidcApplication } from '#domains/openid/application.entity';
import type { Failure, GroupFault } from './forum-failure';

const OF_FANCLUB: [string, string] = ['fanclubId', 'id'];

/** A forum (Discourse) whose groups follow memberships. */
@Entity('forums')
@ForeignKey(() => OidcApplication, ['fanclubId', 'applicationId'], OF_FANCLUB)
@Unique(['fanclubId', 'id'])
@Unique(['fanclubId', 'name'])
@Unique(['fanclubId', 'url'])
@Index(['fanclubId', 'applicationId'])
@Check('ck_forums_name', 'length(name) BETWEEN 1 AND 100')
@Check('ck_forums_failure', '(failure IS NULL) = (failing_since IS NULL)')
export class Forum extends FanclubRow {
  @Column('text') name!: string;
  /** Without a slash at its end. */
  @Column('text') url!: string;
  /** The user of the forum for whom the key acts. */
  @Column('text') username!: string;
  @Column('text') apiKeySealed!: string;
  /** The application by which members log in there. Null: by DiscourseConnect, with the numbers of members as external ids. */
  @Column('bigint', { nullable: true }) applicationId!: number | null;
  /** Since when staff have switched it off. */
  @Column('timestamptz', { nullable: true }) offAt!: Date | null;
  /** Raised by each change of staff, so that a run from before it does nothing more. */
  @Column('integer', { default: 0 }) revision!: number;
  /** The last run, also if it failed. */
  @Column('timestamptz', { nullable: true }) ranAt!: Date | null;
  /** The last run without a failure, for which the forum did not ask to wait. */
  @Column('timestamptz', { nullable: true }) checkedAt!: Date | null;
  /** The last run that changed a group, with its numbers. */
  @Column('timestamptz', { nullable: true }) changedAt!: Date | null;
  @Column('integer', { default: 0 }) added!: number;
  @Column('integer', { default: 0 }) removed!: number;
  @Column('text', { nullable: true }) failure!: Failure | null;
  @Column('timestamptz', { nullable: true }) failingSince!: Date | null;
  /** Failed runs since the last one that worked. */
  @Column('integer', { default: 0 }) failures!: number;
  /** Before then no run asks the forum. */
  @Column('timestamptz', { nullable: true }) nextAt!: Date | null;
}

/** Who is put into a group of a forum. */
@Entity('forum_groups')
@ForeignKey(() => Forum, ['fanclubId', 'forumId'], OF_FANCLUB, { onDelete: 'CASCADE' })
@Unique(['fanclubId', 'id'])
@Index('uq_forum_groups_class', ['fanclubId', 'forumId', 'name', 'planClass'], {
  unique: true,
  where: 'plan_class IS NOT NULL',
})
@Index('uq_forum_groups_everybody', ['fanclubId', 'forumId', 'name'], {
  unique: true,
  where: 'plan_class IS NULL',
})
@Index(['fanclubId', 'forumId'])
@Check('ck_forum_groups_name', 'length(name) BETWEEN 1 AND 100')
@Check('ck_forum_groups_fault', `fault IN ('unknown_group', 'automatic_group', 'unknown_class')`)
@Check('ck_forum_groups_compare', '(compare_began IS NULL) = (compare_offset IS NULL)')
export class ForumGroup extends FanclubRow {
  @Column('bigint') forumId!: number;
  /** The name of the group in the forum. */
  @Column('text') name!: string;
  /** The class of plans whose members are put there. Null: everybody with an active membership. */
  @Column('text', { nullable: true }) planClass!: string | null;
  /** The forum's number of the group, which survives another name. Null: not found yet. */
  @Column('bigint', { nullable: true }) groupNumber!: number | null;
  @Column('text', { nullable: true }) fault!: GroupFault | null;
  /** When the comparison with the forum's list began that goes on. Null: none does. */
  @Column('timestamptz', { nullable: true }) compareBegan!: Date | null;
  /** How much of the list is compared. */
  @Column('integer', { nullable: true }) compareOffset!: number | null;
}

/**
 * `unknown`: no account at the forum was found. `adding`: is put into the group by this service, which may have happened. `added`: was
 * put there by this service. `by_hand`: was there before, and is left alone.
 */
export type PlaceState = 'unknown' | 'adding' | 'added' | 'by_hand';

/** A member's place in a group of a forum. Only who has one as `adding` or `added` is ever removed from the group. */
@Entity('forum_members')
@ForeignKey(() => Forum, ['fanclubId', 'forumId'], OF_FANCLUB, { onDelete: 'CASCADE' })
@ForeignKey(() => Customer, ['fanclubId', 'customerId'], OF_FANCLUB, { onDelete: 'CASCADE' })
@Unique(['fanclubId', 'id'])
@Unique(['fanclubId', 'forumId', 'groupNumber', 'customerId'])
@Index(['fanclubId', 'customerId'])
@Check(
  'ck_forum_members_state',
  `state IN ('unknown', 'adding', 'added', 'by_hand') AND (state = 'unknown') = (user_number IS NULL)`,
)
@PersonalRows<ForumMember>({
  // An erased or merged account leaves the groups, too.
  merged: 'kept',
  of: 'customerId',
  kept: { activity: ['groupNumber', 'userNumber', 'state', 'tries', 'nextTryAt', 'seenAt'] },
  until: 'until the forum has taken the member out of the group',
})
export class ForumMember extends FanclubRow {
  @Column('bigint') forumId!: number;
  /** The forum's number of the group. */
  @Column('bigint') groupNumber!: number;
  @Column('bigint') customerId!: number;
  /** The forum's number of the account. */
  @Column('bigint', { nullable: true }) userNumber!: number | null;
  @Column('text') state!: PlaceState;
  /** How often no account was found, or the forum did not let the member go. */
  @Column('integer', { default: 0 }) tries!: number;
  /** When `unknown` and `adding` are looked up again, and before which nobody is removed whom the forum did not let go. */
  @Column('timestamptz') nextTryAt!: Date;
  /** When the forum last listed the account in the group, or it was put there. */
  @Column('timestamptz') seenAt!: Date;
}
