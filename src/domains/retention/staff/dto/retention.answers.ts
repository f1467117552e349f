import { COUNT, FLAG, INSTANT, listOf, orNull, Shaped } from '#platform/reference';
import { RETENTION_KINDS, type RetentionKind } from '../../retention.kinds';

/** How long one kind of data is kept. */
export class RetentionOfKind {
  @Shaped({ type: 'string', enum: [...RETENTION_KINDS] }) kind!: RetentionKind;
  @Shaped(orNull(COUNT), { description: 'Null: it is kept.' }) days!: number | null;
  @Shaped(COUNT, { description: 'Fewer days are not accepted here.' }) least_days!: number;
  @Shaped(orNull(COUNT), { description: 'What a run would remove now. Null: it takes too long to count.' })
  due!: number | null;
  @Shaped(orNull(INSTANT), { description: 'When the last run began. Null: none.' }) ran_at!: string | null;
  @Shaped(COUNT, { description: 'What the last run removed.' }) removed!: number;
  @Shaped(FLAG, { description: 'Whether the last run removed all that was due. The next one continues.' })
  complete!: boolean;
}

/** For how long the operator keeps records of all fan clubs. */
export class RetentionOfOperator {
  @Shaped(COUNT) security_events_months!: number;
  @Shaped(COUNT) record_of_changes_months!: number;
  @Shaped(COUNT, { description: 'Searches of partners.' }) search_audit_days!: number;
}

/** How long a fan club keeps what nobody uses any more. */
export class RetentionAnswer {
  @Shaped(listOf(RetentionOfKind)) kinds!: readonly RetentionOfKind[];
  @Shaped(RetentionOfOperator) operator!: RetentionOfOperator;
}
