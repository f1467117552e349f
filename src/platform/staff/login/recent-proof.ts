import { secondsAfter } from '#libs/clock';
import { Problem } from '#libs/problem';
import type { Config } from '#platform/config';
import { PROBLEMS } from '../staff-problems';
import type { StaffVisit } from '../staff-viewer';

/**
 * Requires that the person proved a factor within `STAFF_PROOF_MINUTES`. For handlers that need it for some requests only; otherwise
 * use `@StaffOnly(…, { proof: true })`. @throws Problem (401)
 */
export function requireProof(
  { provedAt }: Pick<StaffVisit, 'provedAt'>,
  { staff }: Pick<Config, 'staff'>,
  now: Date,
): void {
  if (secondsAfter(provedAt, staff.proofLifetime) < now) throw new Problem(PROBLEMS.proofRequired);
}
