/** The days of a fan club's renewals. Their limits are constraints of `fanclubs`. */
export interface RenewalDays {
  /** Days from the announcement of a charge to the charge: at least 3, so that members can stop it. */
  readonly renewalNoticeDays: number;
  /** Days from the first charge to the last try, if the card is declined. */
  readonly renewalTryDays: number;
}

/** The least and most of each setting. */
export const RENEWAL_DAYS_LIMITS = { notice: [3, 60], tries: [1, 28] } as const;

export const DEFAULT_RENEWAL_DAYS: RenewalDays = { renewalNoticeDays: 14, renewalTryDays: 14 };

/** Days between the last try and the end of the membership. */
export const RESERVE_DAYS = 3;

/** Days before the end of a membership in which no charge is announced any more: the least notice, and one for the tries. */
export const LEAST_RENEWAL_DAYS = RENEWAL_DAYS_LIMITS.notice[0] + 1;

/** Days from the announcement to the end of the membership that notice and tries need. */
export const renewalDaysOf = ({ renewalNoticeDays, renewalTryDays }: RenewalDays): number =>
  renewalNoticeDays + renewalTryDays + RESERVE_DAYS;

/** The same in SQL, of the fan club with this alias. */
export const renewalDaysSql = (alias: string): string =>
  `(${alias}.renewal_notice_days + ${alias}.renewal_try_days + ${RESERVE_DAYS})`;
