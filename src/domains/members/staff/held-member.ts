import { type ClubChange, notFound } from '#platform/staff';
import { type AccountControlsService, type HeldAccount, NoMemberFound } from '#domains/accounts';

/** Locks a member until the end of a change. @throws Problem (404) */
export const heldMember = (
  accounts: AccountControlsService,
  { statements, fanclubId }: ClubChange,
  customerId: number,
): Promise<HeldAccount> =>
  accounts.hold(statements, { fanclubId, customerId }).catch((error: unknown) => {
    throw error instanceof NoMemberFound ? notFound() : error;
  });
