import { Injectable } from '@nestjs/common';
import { isoUtc } from '#libs/format';
import { conflict, notFound, type StaffViewer, StaffWorkService } from '#platform/staff';
import { AccountControlsService, NoMemberFound } from '#domains/accounts';
import type { DocumentFile, DocumentForm } from '../person-document';
import { type AskedExport, type ExportAsked, PersonExportsService } from '../person-exports.service';
import type { PersonExportOfMember } from './dto/privacy.answers';

/** Exports of a member that staff ask for, each step on record. */
@Injectable()
export class StaffPersonExportsService {
  constructor(
    private readonly work: StaffWorkService,
    private readonly accounts: AccountControlsService,
    private readonly exports: PersonExportsService,
  ) {}

  /** @throws Problem (404) */
  ask(viewer: StaffViewer, id: number): Promise<PersonExportOfMember> {
    return this.work.change(viewer, async (change) => {
      const of = { fanclubId: change.fanclubId, customerId: id };
      await this.accounts.hold(change.statements, of).catch((error: unknown) => {
        throw error instanceof NoMemberFound ? notFound() : error;
      });
      const subject = { type: 'member', id } as const;
      change.audit({ action: 'member.export_asked', subject, customerId: id });
      return answerOf(await this.exports.ask(change.statements, askedBy(viewer, id)));
    });
  }

  /** @throws Problem (404) if the person asked for none, or it is over */
  async one(viewer: StaffViewer, id: number): Promise<PersonExportOfMember> {
    const found = await this.work.read(viewer, (rows) =>
      this.exports.last(rows.statements, askedBy(viewer, id)),
    );
    if (!found) throw notFound();
    return answerOf(found);
  }

  /** @throws Problem (404, 409) */
  download(viewer: StaffViewer, id: number, form: DocumentForm): Promise<DocumentFile> {
    return this.work.change(viewer, async (change) => {
      const asked = askedBy(viewer, id);
      if (!(await this.exports.last(change.statements, asked))) throw notFound();
      const file = await this.exports.take(change.statements, asked, form);
      if (!file) throw conflict('This is not ready yet, or was downloaded before.');
      const subject = { type: 'member', id } as const;
      change.audit({ action: 'member.export_downloaded', subject, customerId: id, after: { form } });
      return file;
    });
  }
}

const askedBy = ({ fanclubId, person }: StaffViewer, customer: number): ExportAsked => ({
  fanclub: fanclubId,
  customer,
  staff: person.id,
});

const answerOf = ({ id, createdAt, expiresAt, jsonTakenAt, htmlTakenAt }: AskedExport) => ({
  id,
  asked_at: isoUtc(createdAt),
  ready: expiresAt !== null,
  expires_at: expiresAt && isoUtc(expiresAt),
  json_taken: jsonTakenAt !== null,
  html_taken: htmlTakenAt !== null,
});
