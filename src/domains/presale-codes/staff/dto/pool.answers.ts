import { COUNT, ID, INSTANT, listOf, orNull, Shaped, TEXT } from '#platform/reference';
import { ASSIGNERS, type Assigner } from '../../presale-pool.entity';
import { CODE_STATES, type CodeState } from '../pool-codes.queries';

const MASKED = 'Null: none, or the person sees no names.';

/** A code of a pool. Who may not see codes gets the first two characters, an ellipsis, and no names. */
export class PresaleCodeOfPool {
  @Shaped(ID) id!: number;
  @Shaped(ID) pool!: number;
  @Shaped(TEXT) code!: string;
  @Shaped({ type: 'string', enum: [...CODE_STATES] }) state!: CodeState;
  @Shaped(orNull(ID), { description: 'Whom it was given to. Null: nobody, or a member who was deleted.' })
  customer!: number | null;
  @Shaped(orNull(TEXT), { description: MASKED }) first_name!: string | null;
  @Shaped(orNull(TEXT), { description: MASKED }) last_name!: string | null;
  @Shaped(orNull(TEXT), { description: MASKED }) email!: string | null;
  @Shaped(orNull(INSTANT)) assigned_at!: string | null;
  @Shaped(orNull({ type: 'string', enum: [...ASSIGNERS] })) assigned_by!: Assigner | null;
  @Shaped(orNull(INSTANT), { description: 'When its mail was last queued.' }) mailed_at!: string | null;
  @Shaped(orNull(INSTANT), { description: 'When staff marked it as used.' }) used_at!: string | null;
  @Shaped(orNull(INSTANT)) voided_at!: string | null;
  @Shaped(orNull(TEXT)) void_reason!: string | null;
}

/** Why the code of a member was not mailed: the pool is not open yet, no address works, or nobody has sent it. */
export const NOT_MAILED = ['not_open', 'no_address', 'not_sent'] as const;

/** A code that a member has or had. Who may not see codes gets the first two characters and an ellipsis. */
export class PresaleCodeOfMember {
  @Shaped(ID) id!: number;
  @Shaped(ID) pool!: number;
  @Shaped(TEXT) pool_name!: string;
  @Shaped(TEXT) code!: string;
  @Shaped({ type: 'string', enum: [...CODE_STATES] }) state!: CodeState;
  @Shaped(orNull(INSTANT)) assigned_at!: string | null;
  @Shaped(orNull(INSTANT), { description: 'When its mail was last queued.' }) mailed_at!: string | null;
  @Shaped(orNull({ type: 'string', enum: [...NOT_MAILED] }), {
    description: 'Why it was not mailed. Null: it was, or it is void.',
  })
  not_mailed!: (typeof NOT_MAILED)[number] | null;
  @Shaped(orNull(INSTANT), { description: 'When staff marked it as used.' }) used_at!: string | null;
  @Shaped(orNull(TEXT)) void_reason!: string | null;
}

/** A line of a file that changes nothing, and why. */
export class PoolFileLine {
  @Shaped(COUNT, { description: 'Counted from 1.' }) line!: number;
  @Shaped({ type: 'string', enum: ['repeated', 'present', 'elsewhere', 'unusable'] })
  kind!: 'repeated' | 'present' | 'elsewhere' | 'unusable';
  @Shaped(TEXT) detail!: string;
}

/** What a file has done, or would do. Codes that are not new change nothing. */
export class PoolFileReport {
  @Shaped(COUNT) new!: number;
  @Shaped(listOf(TEXT), { description: 'The first three of the new codes.' }) first!: readonly string[];
  @Shaped(COUNT, { description: 'More than once in the file.' }) repeated!: number;
  @Shaped(COUNT, { description: 'Already there.' }) present!: number;
  @Shaped(COUNT, { description: 'Already there in another pool; not added.' }) elsewhere!: number;
  @Shaped(COUNT) unusable!: number;
  @Shaped([PoolFileLine], { description: 'The first 1,000 lines that are not new.' })
  lines!: readonly PoolFileLine[];
}

/** Codes by what became of them. */
class GivenCodes {
  @Shaped(COUNT) given!: number;
  @Shaped(COUNT) mailed!: number;
  @Shaped(COUNT) used!: number;
}

class GivenOnDay extends GivenCodes {
  @Shaped({ type: 'string', format: 'date' }, { description: 'In the time zone of the fan club.' })
  day!: string;
}

class GivenToPlan extends GivenCodes {
  @Shaped(orNull(ID), { description: 'The plan that the members have now. Null: none.' })
  plan!: number | null;
  @Shaped(orNull(TEXT)) name!: string | null;
}

/** The codes of a pool that are not void. */
export class PoolReport extends GivenCodes {
  @Shaped(ID) id!: number;
  @Shaped(COUNT) total!: number;
  @Shaped(COUNT) free!: number;
  @Shaped(COUNT) voided!: number;
  @Shaped(COUNT, { description: 'Members who are entitled to a code and have none.' })
  entitled_without_code!: number;
  @Shaped(listOf(GivenOnDay)) by_day!: readonly GivenOnDay[];
  @Shaped(listOf(GivenToPlan)) by_plan!: readonly GivenToPlan[];
}

/** The code that replaces another one. */
export class ReplacedCode {
  @Shaped(ID) id!: number;
}

/** What was done to codes. */
export class VoidedCodes {
  @Shaped(COUNT) voided!: number;
}
