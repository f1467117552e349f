import { Check, Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { PersonalRows } from '#libs/personal-data';
import type { Prize } from '#libs/draw';
import { FanclubRow } from '#platform/tenants/fanclub.entity';
import { Contest } from './contest.entity';

/**
 * The draw of a contest, in three steps: committed (the seed is fixed), closed (the entries are fixed), drawn (everything is public).
 * It contains ids of entries only, and stays as it is when entries are deleted, so that its file can always be verified.
 */
@Entity('contest_draws')
@ForeignKey(() => Contest, ['fanclubId', 'contestId'], ['fanclubId', 'id'])
@Unique(['fanclubId', 'contestId'])
@Check('ck_contest_draws_seed', '(seed_sealed IS NULL) = (seed IS NOT NULL)')
@Check('ck_contest_draws_closed', 'num_nulls(entries, entry_count, list_hash, left_out) IN (0, 4)')
@Check('ck_contest_draws_count', 'entry_count = cardinality(entries)')
@Check(
  'ck_contest_draws_exclusions',
  'exclusions IS NULL OR left_out IS NOT NULL AND jsonb_array_length(exclusions) = left_out',
)
@Check(
  'ck_contest_draws_beacon_source',
  'beacon_source IS NULL OR entries IS NOT NULL AND length(beacon_source) BETWEEN 1 AND 200',
)
@Check('ck_contest_draws_announced', `beacon_source IS NULL OR drawn_at IS NULL OR beacon <> ''`)
@Check(
  'ck_contest_draws_drawn',
  'num_nulls(seed, beacon, prizes, ranking, drawn_at, confirm_hours) IN (0, 6)',
)
@Check('ck_contest_draws_order', 'drawn_at IS NULL OR entries IS NOT NULL')
@Check('ck_contest_draws_ranking', 'cardinality(ranking) = cardinality(entries)')
export class ContestDraw extends FanclubRow {
  @Column('bigint') contestId!: number;
  /** The sealed seed as hex. Null: it is revealed. */
  @Column('text', { nullable: true }) seedSealed!: string | null;
  @Column('text') commitment!: string;
  @Column('timestamptz') committedAt!: Date;
  /** The frozen entries, ascending. Null: not closed. */
  @Column('bigint', { array: true, nullable: true }) entries!: number[] | null;
  /** Their number, so that pages need not read them. */
  @Column('integer', { nullable: true }) entryCount!: number | null;
  @Column('text', { nullable: true }) listHash!: string | null;
  /** How many entries are not in the list: excluded, or of blacklisted or erased people. */
  @Column('integer', { nullable: true }) leftOut!: number | null;
  /** These entries, each with its cause. Null: not closed, or closed before the service recorded it. */
  @Column('jsonb', { nullable: true }) exclusions!: readonly FrozenExclusion[] | null;
  /** Which value staff announced as public text when they closed the contest. Null: none was announced. */
  @Column('text', { nullable: true }) beaconSource!: string | null;
  /** The revealed seed as hex. Null: not drawn. */
  @Column('text', { nullable: true }) seed!: string | null;
  /** Empty: drawn without one. */
  @Column('text', { nullable: true }) beacon!: string | null;
  @Column('jsonb', { nullable: true }) prizes!: readonly Prize[] | null;
  /** All frozen entries, the first winner first. */
  @Column('bigint', { array: true, nullable: true }) ranking!: number[] | null;
  @Column('timestamptz', { nullable: true }) drawnAt!: Date | null;
  /** Hours within which a winner confirms. */
  @Column('integer', { nullable: true }) confirmHours!: number | null;
  /** No alternate is selected after it. Null: as long as there are any. */
  @Column('timestamptz', { nullable: true }) alternatesUntil!: Date | null;
}

/**
 * Why an entry is not in the list. `late`: after the end of the contest, by an import. An entry has the first of these causes
 * that applies.
 */
export const EXCLUSION_CAUSES = ['staff', 'late', 'blacklisted', 'erased'] as const;
export type ExclusionCause = (typeof EXCLUSION_CAUSES)[number];

/** The number of an entry that is not in the list, and why. */
export type FrozenExclusion = readonly [entry: number, cause: ExclusionCause];

/** `selected`: asked to confirm by mail. */
export const WINNER_STATES = ['selected', 'confirmed', 'forfeited'] as const;
export type WinnerState = (typeof WINNER_STATES)[number];

/** Why a place was forfeited. `ineligible`: blacklisted or erased since the contest was closed. */
export const FORFEIT_CAUSES = ['declined', 'late', 'staff', 'ineligible'] as const;
export type ForfeitCause = (typeof FORFEIT_CAUSES)[number];

const listed = (values: readonly string[]): string => `('${values.join("', '")}')`;

/** An entry that was selected: first those that the prizes take, then alternates in the order of the ranking. */
@Entity('contest_winners')
@ForeignKey(() => ContestDraw, ['fanclubId', 'contestId'], ['fanclubId', 'contestId'])
@Unique(['fanclubId', 'contestId', 'rank'])
@Unique(['fanclubId', 'contestId', 'entryNumber'])
@Index(['confirmBy'], { where: `state = 'selected'` })
@Check('ck_contest_winners_rank', 'rank >= 1 AND prize >= 0')
@Check('ck_contest_winners_state', `state IN ${listed(WINNER_STATES)}`)
@Check('ck_contest_winners_decided', `(state = 'selected') = (decided_at IS NULL)`)
@Check('ck_contest_winners_mail', '(mail_number IS NULL) = (mailed_at IS NULL)')
@Check(
  'ck_contest_winners_cause',
  `(state = 'forfeited') = (cause IS NOT NULL) AND cause IN ${listed(FORFEIT_CAUSES)}`,
)
@PersonalRows<ContestWinner>({
  merged: 'follows',
  of: {
    sql: `t.entry_number IN (
      SELECT e.id FROM contest_entries e WHERE e.fanclub_id = $fanclub AND e.customer_id = $person)`,
  },
  nulled: { note: ['reason'] },
  kept: { contest: ['rank', 'entryNumber', 'prize', 'state', 'confirmBy', 'decidedAt', 'cause'] },
})
export class ContestWinner extends FanclubRow {
  @Column('bigint') contestId!: number;
  /** The place in the ranking, from 1. */
  @Column('integer') rank!: number;
  /** The id of the entry, which may be deleted by now. */
  @Column('bigint') entryNumber!: number;
  /** The place of the prize in the list of prizes, from 0. */
  @Column('integer') prize!: number;
  @Column('text') state!: WinnerState;
  @Column('timestamptz') confirmBy!: Date;
  /** `Fanclub.heldMs` when the place was selected: later holds put off `confirmBy`. */
  @Column('bigint', { default: 0 }) heldMs!: number;
  @Column('timestamptz', { nullable: true }) decidedAt!: Date | null;
  @Column('text', { nullable: true }) cause!: ForfeitCause | null;
  /** What staff wrote when they took the place away. Null: they did not, or the person was erased. */
  @Column('text', { nullable: true }) reason!: string | null;
  /** The newest mail to the winner, which is deleted before this row. Null: forfeited at once. */
  @Column('bigint', { nullable: true }) mailNumber!: number | null;
  /** When this mail was queued. */
  @Column('timestamptz', { nullable: true }) mailedAt!: Date | null;
}
