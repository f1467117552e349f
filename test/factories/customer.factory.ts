import type { Customer } from '../../src/domains/accounts';
import type { Plan } from '../../src/domains/plans';
import { dateOf, daysFrom, type New, type Seed } from './seed';

/** The password of every customer, unless a test says otherwise. */
export const PASSWORD = 'correct horse battery';

/** {@link PASSWORD} as argon2id with the service's own cost; computed once, since a hash takes 30 ms. */
export const PASSWORD_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$ZmFuY2x1Yi10ZXN0LXNhbHQ$lp4bPgaffGvm1oyPU2rP32SooynLMX/HuR12iZtx0Ng';

export interface CustomerInput extends Partial<Customer> {
  fanclubId: number;
  /** Whole years today, instead of a birthdate. */
  age?: number;
  /** The plan the customer may renew only. */
  lockedPlan?: Plan;
}

/** A registered and confirmed customer aged 36 or so, who can log in with {@link PASSWORD}. */
export function customerFactory(
  { n, now }: Seed,
  { age, lockedPlan, ...overrides }: CustomerInput,
): New<Customer> {
  return {
    email: `customer-${n}@example.test`,
    passwordHash: PASSWORD_HASH,
    firstName: `First${n}`,
    lastName: `Last${n}`,
    birthdate: age === undefined ? '1990-01-31' : birthdateAt(age, now),
    username: null,
    registered: true,
    confirmedAt: daysFrom(now, -365),
    blacklisted: false,
    invalidEmail: false,
    newEmail: null,
    listsOptIn: false,
    listsOptInSource: null,
    listsOptInChangedAt: null,
    autoRenewalEnabled: false,
    lockedPlanId: lockedPlan?.id ?? null,
    renewals: 0,
    acceptedTermsAt: daysFrom(now, -365),
    ...overrides,
  };
}

/** What a free-plan purchase leaves behind: a customer without identity, who has yet to register. */
export const UNREGISTERED = {
  email: null,
  passwordHash: null,
  firstName: null,
  lastName: null,
  birthdate: null,
  registered: false,
  confirmedAt: null,
  acceptedTermsAt: null,
} as const satisfies Partial<Customer>;

/** The birthdate of a person whose birthday was yesterday, so that the age holds in every time zone. */
function birthdateAt(age: number, now: Date): string {
  const birthday = daysFrom(now, -1);
  birthday.setUTCFullYear(birthday.getUTCFullYear() - age);
  return dateOf(birthday);
}
