import { Check, Column, Entity, Unique } from 'typeorm';
import { FanclubRow } from '#platform/tenants/fanclub.entity';
import { LEAST_DAYS, MOST_DAYS, RETENTION_KINDS, type RetentionKind } from './retention.kinds';

/** After how many days a fan club has one kind of old data removed, and what the last run did. */
@Entity('retention_rules')
@Unique(['fanclubId', 'kind'])
@Check('ck_retention_rules_kind', `kind IN ('${RETENTION_KINDS.join("', '")}')`)
@Check(
  'ck_retention_rules_days',
  `days BETWEEN CASE kind ${RETENTION_KINDS.map((kind) => `WHEN '${kind}' THEN ${LEAST_DAYS[kind]}`).join(' ')} END AND ${MOST_DAYS}`,
)
@Check('ck_retention_rules_removed', 'removed >= 0')
export class RetentionRule extends FanclubRow {
  @Column('text') kind!: RetentionKind;
  /** Null: it is kept. */
  @Column('integer', { nullable: true }) days!: number | null;
  /** When the last run began. Null: none. */
  @Column('timestamptz', { nullable: true }) ranAt!: Date | null;
  /** How many the last run removed. */
  @Column('integer', { default: 0 }) removed!: number;
  /** Whether the last run removed all that was due. The next one continues. */
  @Column('boolean', { default: true }) complete!: boolean;
}
