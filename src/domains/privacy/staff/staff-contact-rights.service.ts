import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { isoUtc } from '#libs/format';
import { erasePersonRows, exportPerson, type PersonOfClub } from '#platform/erasure';
import { Mails } from '#platform/mail';
import { type ClubChange, conflict, notFound, type StaffViewer, StaffWorkService } from '#platform/staff';
import { Fanclub } from '#platform/tenants/fanclub.entity';
import { contacts } from '#domains/contacts';
import { type DocumentFile, documentFile, type DocumentForm } from '../person-document';
import { MOST_ROWS } from '../person-exports.service';

/** The id of no customer: of the tables, only those found by an address have rows of a contact. */
const NO_CUSTOMER = 0;

/** Exports and erasures of contacts who are no members, on record without the address. */
@Injectable()
export class StaffContactRightsService {
  constructor(
    private readonly work: StaffWorkService,
    private readonly mails: Mails,
    private readonly clock: Clock,
  ) {}

  /** @throws Problem (404; 409 for the contact of a member) */
  export(viewer: StaffViewer, id: number, form: DocumentForm): Promise<DocumentFile> {
    return this.work.change(viewer, async (change) => {
      const { row, person } = await this.hold(change, id);
      const found = await exportPerson(change.statements, person, MOST_ROWS);
      const { name } = await change.manager.findOneByOrFail(Fanclub, { id: change.fanclubId });
      change.audit({ action: 'contact.exported', subject: { type: 'contact', id }, after: { form } });
      const document = {
        fanclub: { id: change.fanclubId, name },
        contact: id,
        made_at: isoUtc(person.now),
        tables: { ...found, contacts: { rows: [row], isCut: false } },
      };
      return documentFile(document, form);
    });
  }

  /** @throws Problem (404; 409 for the contact of a member) */
  erase(viewer: StaffViewer, id: number, reason: string): Promise<void> {
    return this.work.change(viewer, async (change) => {
      const { person } = await this.hold(change, id);
      await contacts.remove(change.statements, change.fanclubId, [id]);
      await erasePersonRows(change.statements, person);
      change.audit({ action: 'contact.erased', subject: { type: 'contact', id }, after: { reason } });
    });
  }

  private async hold(
    { statements, fanclubId: fanclub }: ClubChange,
    id: number,
  ): Promise<{ row: Readonly<Record<string, unknown>>; person: PersonOfClub }> {
    const held = await contacts.holdOne(statements, fanclub, id);
    if (!held) throw notFound();
    if (held.member !== null)
      throw conflict(`This contact is member ${held.member}. Export or erase the member instead.`);
    const digests = this.mails.digestsOf(held.email);
    const person = { fanclub, person: NO_CUSTOMER, digests, unconfirmed: [], now: this.clock.now() };
    return { row: held.row, person };
  }
}
