import { secondsAfter } from '#libs/clock';
import { Problem } from '#libs/problem';
import type { Config } from '#platform/config';
import { PROBLEMS } from './staff-problems';
import type { StaffVisit } from './staff-viewer';

/**
 * Demands that the person proved a factor in the last minutes (`STAFF_PROOF_MINUTES`), where a handler decides it by what is asked;
 * where all requests need it, `@StaffOnly(…, { proof: true })` does the same. @throws Problem (401)
 */
export function requireProof(
  { provedAt }: Pick<StaffVisit, 'provedAt'>,
  { staff }: Pick<Config, 'staff'>,
  now: Date,
): void {
  if (secondsAfter(provedAt, staff.proofLifetime) < now) throw new Problem(PROBLEMS.proofRequired);
}
