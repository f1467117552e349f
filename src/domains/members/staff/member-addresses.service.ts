import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { isEmailAddress } from '#libs/validation';
import type { ClubAsker } from '#platform/audit';
import { LimitsService, mailboxOf } from '#platform/limits';
import { type ClubChange, conflict, type StaffViewer, StaffWorkService } from '#platform/staff';
import { AccountControlsService, AddressCorrectionsService } from '#domains/accounts';
import { heldMember } from './held-member';
import { askerOf } from './member-actions.service';
import { HAS_PURCHASE } from './member-purchases.queries';
import { memberOf } from './staff-members.service';

/** Corrects the e-mail addresses of members. Mails to an address count as if the member had asked for them (contract 3.11). */
@Injectable()
export class MemberAddressesService {
  constructor(
    private readonly work: StaffWorkService,
    private readonly accounts: AccountControlsService,
    private readonly addresses: AddressCorrectionsService,
    private readonly limits: LimitsService,
    private readonly clock: Clock,
  ) {}

  /** The member confirms the address by a mail to it. @throws Problem (404, 422, 429) */
  async propose(viewer: StaffViewer, customerId: number, email: string): Promise<void> {
    const asker = await this.counted(viewer, email);
    // It gets a mail as well.
    const present = await this.work.read(viewer, (rows) => memberOf(rows, customerId, this.clock.now()));
    if (present.email !== null) await this.limits.count(asker, { newEmail: mailboxOf(present.email) });
    await this.work.change(viewer, async (change) => {
      const held = await heldMember(this.accounts, change, customerId);
      await this.addresses.propose(change.statements, asker, { customerId, held, email });
      const subject = { type: 'member', id: customerId } as const;
      const after = { new_email: email.trim() };
      change.audit({ action: 'member.email_proposed', subject, customerId, after });
    });
  }

  /** The address changes at once; both addresses get a mail. @throws Problem (404, 409, 422, 429) */
  async replace(viewer: StaffViewer, customerId: number, email: string, reason: string): Promise<void> {
    const asker = await this.counted(viewer, email);
    await this.work.change(viewer, async (change) => {
      const held = await heldMember(this.accounts, change, customerId);
      if (!held.confirmed) await requireWithoutPurchase(change, customerId);
      await this.addresses.replace(change.statements, asker, { customerId, held, email });
      const subject = { type: 'member', id: customerId } as const;
      const [before, after] = [{ email: held.email }, { email: email.trim(), reason }];
      change.audit({ action: 'member.email_replaced', subject, customerId, before, after });
    });
  }

  private async counted(viewer: StaffViewer, email: string): Promise<ClubAsker> {
    const asker = askerOf(viewer);
    if (isEmailAddress(email)) await this.limits.count(asker, { newEmail: mailboxOf(email) });
    return asker;
  }
}

/** Nobody could take back an account whose address was never confirmed. @throws Problem (409) if it has an order or a membership */
async function requireWithoutPurchase(
  { statements, fanclubId }: ClubChange,
  customer: number,
): Promise<void> {
  const { exists } = (await statements.first(HAS_PURCHASE, { fanclub: fanclubId, customer }))!;
  if (exists)
    throw conflict(
      'The member has never confirmed the present address, and has a membership or an order. Propose the address instead: the member confirms it with the password.',
    );
}
