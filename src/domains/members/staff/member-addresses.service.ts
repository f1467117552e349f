import { Injectable } from '@nestjs/common';
import { isEmailAddress } from '#libs/validation';
import type { ClubAsker } from '#platform/audit';
import { LimitsService, mailboxOf } from '#platform/limits';
import { type StaffViewer, StaffWorkService } from '#platform/staff';
import { AccountControlsService, AddressCorrectionsService } from '#domains/accounts';
import { heldMember } from './held-member';
import { askerOf } from './member-actions.service';

/** Corrects the e-mail addresses of members. Mails to an address count as if the member had asked for them (contract 3.11). */
@Injectable()
export class MemberAddressesService {
  constructor(
    private readonly work: StaffWorkService,
    private readonly accounts: AccountControlsService,
    private readonly addresses: AddressCorrectionsService,
    private readonly limits: LimitsService,
  ) {}

  /** The member confirms the address by a mail to it. @throws Problem (404, 422, 429) */
  async propose(viewer: StaffViewer, customerId: number, email: string): Promise<void> {
    const asker = await this.counted(viewer, email);
    await this.work.change(viewer, async (change) => {
      const held = await heldMember(this.accounts, change, customerId);
      await this.addresses.propose(change.statements, asker, { customerId, held, email });
      const subject = { type: 'member', id: customerId } as const;
      const after = { new_email: email.trim() };
      change.audit({ action: 'member.email_proposed', subject, customerId, after });
    });
  }

  /** The address changes at once; both addresses get a mail. @throws Problem (404, 422, 429) */
  async replace(viewer: StaffViewer, customerId: number, email: string, reason: string): Promise<void> {
    const asker = await this.counted(viewer, email);
    await this.work.change(viewer, async (change) => {
      const held = await heldMember(this.accounts, change, customerId);
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
