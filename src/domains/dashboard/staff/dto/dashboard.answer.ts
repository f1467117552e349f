import { COUNT, INSTANT, MONEY, Shaped, TEXT } from '#platform/reference';

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

export class ParcelFigures {
  @Shaped(COUNT) waiting!: number;
  @Shaped(COUNT) with_issues!: number;
  @Shaped(COUNT) batched!: number;
}

export class WeekOfMembers {
  @Shaped(INSTANT) at!: string;
  @Shaped(COUNT) members!: number;
}

export class MonthOfRevenue {
  @Shaped({ type: 'string', pattern: '^\\d{4}-\\d\\d$' }) month!: string;
  @Shaped(TEXT) currency!: string;
  @Shaped(MONEY) amount!: string;
  @Shaped(COUNT) orders!: number;
}

const NOT_FOR_PARCELS = { required: false, description: 'Absent for who sees only the figures of parcels.' };

/** The figures of a fan club at a glance. */
export class Dashboard {
  @Shaped(INSTANT) at!: string;
  @Shaped(ParcelFigures) parcels!: ParcelFigures;
  @Shaped(MemberFigures, NOT_FOR_PARCELS) members?: MemberFigures;
  @Shaped(WeekFigures, NOT_FOR_PARCELS) this_week?: WeekFigures;
  @Shaped(RenewalFigures, NOT_FOR_PARCELS) renewals_due?: RenewalFigures;
  @Shaped(COUNT, NOT_FOR_PARCELS) mails_given_up?: number;
  @Shaped(COUNT, NOT_FOR_PARCELS) payment_problems?: number;
  @Shaped([WeekOfMembers], NOT_FOR_PARCELS) members_by_week?: readonly WeekOfMembers[];
  @Shaped([MonthOfRevenue], { required: false, description: 'Absent for who sees no money.' })
  revenue_by_month?: readonly MonthOfRevenue[];
}
