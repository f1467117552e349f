import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { notFound, type StaffViewer, StaffWorkService } from '#platform/staff';
import { AccountControlsService } from '#domains/accounts';
import { heldMember } from './held-member';
import { ADD_NOTE, DELETE_NOTE } from './member-notes.queries';

/** What staff note about members. The record of changes has who added and deleted a note, without its text: a deleted one is gone. */
@Injectable()
export class MemberNotesService {
  constructor(
    private readonly work: StaffWorkService,
    private readonly accounts: AccountControlsService,
    private readonly clock: Clock,
  ) {}

  /** @throws Problem (404) also for a member who was erased */
  add(viewer: StaffViewer, customer: number, text: string): Promise<{ id: number }> {
    return this.work.change(viewer, async (change) => {
      await heldMember(this.accounts, change, customer);
      const { statements, fanclubId: fanclub } = change;
      const written = {
        fanclub,
        customer,
        staff: viewer.person.id,
        text: text.trim(),
        now: this.clock.now(),
      };
      const { id } = (await statements.first(ADD_NOTE, written))!;
      change.audit({ action: 'note.added', subject: { type: 'note', id }, customerId: customer });
      return { id };
    });
  }

  /** @throws Problem (404) also for a note of another person, if the role deletes only own ones */
  delete(viewer: StaffViewer, note: number): Promise<void> {
    const staff = viewer.reach('members.notes') === 'limited' ? viewer.person.id : null;
    return this.work.change(viewer, async (change) => {
      const deleted = await change.statements.first(DELETE_NOTE, { fanclub: change.fanclubId, note, staff });
      if (!deleted) throw notFound();
      const { customerId } = deleted;
      change.audit({ action: 'note.deleted', subject: { type: 'note', id: note }, customerId });
    });
  }
}
