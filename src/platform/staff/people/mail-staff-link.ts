import { secondsAfter } from '#libs/clock';
import { hashToken, newToken } from '#libs/token';
import type { Config } from '#platform/config';
import type { Statements } from '#platform/database';
import type { Mails } from '#platform/mail';
import { FIRST_FANCLUB, ISSUE_STAFF_TOKEN } from './invitations.queries';
import type { Role } from '../permissions';
import { STAFF_LINK_LIFETIME } from '../staff.mails';
import { conflict } from '../staff-problems';
import type { Scope } from '../staff-viewer';

/** Whom a link is mailed to, and what it gives. */
export interface LinkToMail {
  readonly email: string;
  readonly scope: Scope;
  readonly role: Role;
  /** The person whose ways to log in are reset; null for an invitation. */
  readonly staffId: number | null;
}

/** What mailing needs. */
interface Office {
  readonly config: Pick<Config, 'publicUrl' | 'staff'>;
  readonly mails: Mails;
  readonly now: Date;
}

/** The address of the app for staff. */
export const staffAddress = ({ staff, publicUrl }: Office['config']): string =>
  `${staff.url ?? publicUrl}/staff/`;

/**
 * The fan club in whose name a mail about a scope is sent.
 * @throws Problem (409) if the organization has none
 */
export async function officeFanclub(
  tx: Statements,
  { organizationId: organization, fanclubId }: Scope,
): Promise<{ id: number }> {
  const fanclub = fanclubId === null ? await tx.first(FIRST_FANCLUB, { organization }) : { id: fanclubId };
  if (!fanclub) throw conflict('The organization has no fan club yet.');
  return fanclub;
}

/**
 * Mails a link with which a person joins the staff, or sets up the log-in again. Returns the link.
 * @throws Problem (409) if the organization has no fan club, in whose name the mail is sent
 */
export async function mailStaffLink(
  tx: Statements,
  { config, mails, now }: Office,
  { email, scope: { organizationId: organization, fanclubId }, role, staffId }: LinkToMail,
): Promise<string> {
  const fanclub = await officeFanclub(tx, { organizationId: organization, fanclubId });
  const token = newToken();
  await tx.run(ISSUE_STAFF_TOKEN, {
    purpose: staffId === null ? 'invite' : 'reset',
    email,
    organization,
    fanclub: fanclubId,
    role,
    staff: staffId,
    tokenHash: hashToken(token),
    expiresAt: secondsAfter(now, STAFF_LINK_LIFETIME),
  });
  const kind = staffId === null ? 'staff_invitation' : 'staff_reset';
  // After the #, so that the token reaches no server and no log.
  const link = `${staffAddress(config)}#/join/${token}`;
  await mails.queue(tx, fanclub, { kind, to: email, firstName: null, link });
  return link;
}
