import { IsInt, Max, Min, ValidateIf } from 'class-validator';
import { LEAST_DAYS, MOST_DAYS, RETENTION_KINDS, type RetentionKind } from '../../retention.kinds';

/** The days of some kinds. Null: kept. What is left out stays as it is. */
export class RetentionBody implements Partial<Record<RetentionKind, number | null>> {
  @Days('unconfirmed_accounts') unconfirmed_accounts?: number | null;
  @Days('expired_members') expired_members?: number | null;
  @Days('contacts') contacts?: number | null;
  @Days('closed_orders') closed_orders?: number | null;
  @Days('billing_addresses') billing_addresses?: number | null;
}

/** Whole days, not less than the least of the kind; null and absent are allowed. */
function Days(kind: RetentionKind): PropertyDecorator {
  const message = `must be whole days from ${LEAST_DAYS[kind]} to ${MOST_DAYS}, or empty`;
  return (target, property) => {
    ValidateIf((_: object, value: unknown) => value !== undefined && value !== null)(target, property);
    IsInt({ message })(target, property);
    Min(LEAST_DAYS[kind], { message })(target, property);
    Max(MOST_DAYS, { message })(target, property);
  };
}

/** The kinds that a body names. */
export const kindsIn = (body: RetentionBody): RetentionKind[] =>
  RETENTION_KINDS.filter((kind) => body[kind] !== undefined);
