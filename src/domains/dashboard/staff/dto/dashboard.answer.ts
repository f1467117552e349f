import { COUNT, ID, INSTANT, listOf, MONEY, orNull, Shaped, TEXT } from '#platform/reference';
import {
  EventOfPresale,
  MembersNow,
  MonthOfChurn,
  MonthOfRenewals,
  PlanOfMembers,
  SalesOfPlan,
} from './manager.answers';

export class MemberFigures {
  @Shaped(COUNT) active!: number;
  @Shaped(COUNT) lapsed!: number;
  @Shaped(COUNT) trial!: number;
}

export class WeekFigures {
  @Shaped(COUNT) joined!: number;
  @Shaped(COUNT) left!: number;
}

export class RenewalFigures {
  @Shaped(COUNT) in_7_days!: number;
  @Shaped(COUNT) in_30_days!: number;
}

export class RenewalsDue {
  @Shaped(COUNT, { description: 'Renewals that are due within 7 days.' }) in_7_days!: number;
  @Shaped(COUNT) in_30_days!: number;
  @Shaped(COUNT, { description: 'Renewals that need their members.' }) action_needed!: number;
}

const UP_TO = 'Counted up to 10,001, which stands for more than 10,000.';

export class ParcelFigures {
  @Shaped(COUNT, { description: UP_TO }) waiting!: number;
  @Shaped(COUNT, { description: 'Of the parcels that were counted.' }) with_issues!: number;
  @Shaped(COUNT, { description: UP_TO }) batched!: number;
}

export class WeekOfMembers {
  @Shaped(INSTANT) at!: string;
  @Shaped(COUNT, { description: 'All members, also free ones.' }) members!: number;
  @Shaped(COUNT, { description: 'How many of them pay.' }) paying!: number;
}

export class MonthOfRevenue {
  @Shaped({ type: 'string', pattern: '^\\d{4}-\\d\\d$' }) month!: string;
  @Shaped(TEXT) currency!: string;
  @Shaped(MONEY) amount!: string;
  @Shaped(COUNT) orders!: number;
}

const STAYED = { description: 'Null: not all have reached that day.' };

/** Paying members by the month in which they first became one, and how many still paid later. Shares are in whole percent. */
export class MonthOfJoining {
  @Shaped({ type: 'string', pattern: '^\\d{4}-\\d\\d$' }) month!: string;
  @Shaped(COUNT) joined!: number;
  @Shaped(orNull(COUNT), STAYED) stayed_1!: number | null;
  @Shaped(orNull(COUNT), STAYED) stayed_3!: number | null;
  @Shaped(orNull(COUNT), STAYED) stayed_6!: number | null;
  @Shaped(orNull(COUNT), STAYED) stayed_12!: number | null;
  @Shaped(orNull(COUNT)) percent_1!: number | null;
  @Shaped(orNull(COUNT)) percent_3!: number | null;
  @Shaped(orNull(COUNT)) percent_6!: number | null;
  @Shaped(orNull(COUNT)) percent_12!: number | null;
}

const NOT_FOR_PARCELS = { required: false, description: 'Absent for who sees only the figures of parcels.' };

export class PresaleFigures {
  @Shaped(COUNT) given!: number;
  @Shaped(COUNT, { description: 'All codes that are not void.' }) total!: number;
  @Shaped(listOf(ID), { description: 'Pools that are open, or open soon, and have too few codes.' })
  short_pools!: readonly number[];
}

/** The figures of a fan club at a glance. */
export class Dashboard {
  @Shaped(INSTANT) at!: string;
  @Shaped(ParcelFigures) parcels!: ParcelFigures;
  @Shaped(MemberFigures, NOT_FOR_PARCELS) members?: MemberFigures;
  @Shaped(WeekFigures, NOT_FOR_PARCELS) this_week?: WeekFigures;
  @Shaped(RenewalFigures, NOT_FOR_PARCELS) renewals_due?: RenewalFigures;
  @Shaped(RenewalsDue, NOT_FOR_PARCELS) renewals?: RenewalsDue;
  @Shaped(COUNT, NOT_FOR_PARCELS) mails_given_up?: number;
  @Shaped(COUNT, NOT_FOR_PARCELS) payment_problems?: number;
  @Shaped(listOf(ID), {
    required: false,
    description:
      'Sales periods whose extension is too short for a renewal. Absent for who sees only the figures of parcels.',
  })
  short_extensions?: readonly number[];
  @Shaped(PresaleFigures, NOT_FOR_PARCELS) presale?: PresaleFigures;
  @Shaped([WeekOfMembers], NOT_FOR_PARCELS) members_by_week?: readonly WeekOfMembers[];
  @Shaped([MonthOfJoining], NOT_FOR_PARCELS) retention?: readonly MonthOfJoining[];
  @Shaped(MembersNow, NOT_FOR_PARCELS) members_now?: MembersNow;
  @Shaped([PlanOfMembers], NOT_FOR_PARCELS) members_by_plan?: readonly PlanOfMembers[];
  @Shaped([MonthOfChurn], NOT_FOR_PARCELS) churn?: readonly MonthOfChurn[];
  @Shaped([EventOfPresale], NOT_FOR_PARCELS) codes_by_event?: readonly EventOfPresale[];
  @Shaped([MonthOfRenewals], { required: false, description: 'Absent for who sees no money.' })
  expected_renewals?: readonly MonthOfRenewals[];
  @Shaped([SalesOfPlan], { required: false, description: 'Absent for who sees no money.' })
  sales_by_plan?: readonly SalesOfPlan[];
  @Shaped([MonthOfRevenue], { required: false, description: 'Absent for who sees no money.' })
  revenue_by_month?: readonly MonthOfRevenue[];
}
