import { COUNT, FLAG, ID, MONEY, orNull, Shaped, TEXT } from '#platform/reference';

const MONTH = { type: 'string', pattern: '^\\d{4}-\\d\\d$' };
const BEFORE = { description: 'At the beginning of this month.' };

/** Members by what they pay. Lapsed ones count. */
export class MembersNow {
  @Shaped(COUNT) paid!: number;
  @Shaped(COUNT, { description: 'In plans whose price is zero.' }) free!: number;
  @Shaped(COUNT, { description: 'Given by staff, in plans with a price.' }) given!: number;
  @Shaped(COUNT, BEFORE) paid_before!: number;
  @Shaped(COUNT, BEFORE) free_before!: number;
  @Shaped(COUNT, BEFORE) given_before!: number;
}

/** The members of a plan, now and at the beginning of this month. */
export class PlanOfMembers {
  @Shaped(ID) plan_id!: number;
  @Shaped(TEXT) plan!: string;
  @Shaped(FLAG) free!: boolean;
  @Shaped(COUNT) members!: number;
  @Shaped(COUNT, { description: 'How many of these were given the membership.' }) given!: number;
  @Shaped(COUNT) members_before!: number;
  @Shaped(COUNT) given_before!: number;
}

/** How many members a month began with, how many of them left, and how many joined; the present month until now. */
export class MonthOfChurn {
  @Shaped(MONTH) month!: string;
  @Shaped(COUNT) members!: number;
  @Shaped(COUNT) joined!: number;
  @Shaped(COUNT) left!: number;
  @Shaped(orNull({ type: 'number', minimum: 0 }), { description: 'Null: the month began without members.' })
  percent_left!: number | null;
}

/** What renewals bring that are due in a month, as far as they are planned. */
export class MonthOfRenewals {
  @Shaped(MONTH) month!: string;
  @Shaped(TEXT) currency!: string;
  @Shaped(COUNT, { description: 'Charged to saved cards, unless their members stop it.' }) automatic!: number;
  @Shaped(MONEY) automatic_amount!: string;
  @Shaped(COUNT, { description: 'Left to their members.' }) by_hand!: number;
  @Shaped(MONEY) by_hand_amount!: string;
}

/** What a plan sold this month and last month. */
export class SalesOfPlan {
  @Shaped(ID) plan_id!: number;
  @Shaped(TEXT) plan!: string;
  @Shaped(TEXT) currency!: string;
  @Shaped(COUNT) orders!: number;
  @Shaped(MONEY) amount!: string;
  @Shaped(COUNT) orders_before!: number;
  @Shaped(MONEY) amount_before!: string;
}

/** The presale codes of an event. */
export class EventOfPresale {
  @Shaped(ID) id!: number;
  @Shaped(TEXT) title!: string;
  @Shaped(COUNT) given!: number;
  @Shaped(COUNT) total!: number;
}
