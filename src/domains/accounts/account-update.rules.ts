import { without } from '#libs/validation';
import type { LoggedInViewer } from '#platform/access';
import type { Account } from './accounts.queries';
import type { UpdateAccountBody } from './dto/account.bodies';

/**
 * The body without ignored fields: a user name if there is no forum (contract 1.10), the present user name, which clients send with
 * every save, even if it is blank or invalid today, and the source of a preference that was not sent.
 */
export function withoutIgnored(
  { fanclub, customer }: LoggedInViewer,
  sent: UpdateAccountBody,
): UpdateAccountBody {
  const keepsUsername = !fanclub.forumIntegration || (sent.username ?? null) === customer.username;
  return without(sent, [
    ...(keepsUsername ? (['username'] as const) : []),
    ...(sent.lists_opt_in === undefined ? (['lists_opt_in_source'] as const) : []),
  ]);
}

/** The new address that a valid body asks for. Null withdraws the pending one; undefined changes nothing. */
export function newEmailOf({ email }: UpdateAccountBody, account: Account | null): string | null | undefined {
  if (!email || !account) return undefined;
  if (!account.sameEmail) return email;
  return account.hasNewEmail ? null : undefined;
}
