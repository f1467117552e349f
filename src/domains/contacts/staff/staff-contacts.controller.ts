import { Get, Query, type StreamableFile } from '@nestjs/common';
import { Problem } from '#libs/problem';
import {
  ClubStaffController,
  csvFile,
  CurrentStaff,
  ItemId,
  ListOf,
  type ListQuery,
  PROBLEMS,
  StaffOnly,
  type StaffViewer,
} from '#platform/staff';
import { type Scope, SCOPES } from './contacts.queries';
import { CONTACT_LIST, EXPORT_HEADINGS, StaffContacts } from './staff-contacts.service';

/** People who get news without being members. */
@ClubStaffController('contacts')
export class StaffContactsController {
  constructor(private readonly contacts: StaffContacts) {}

  @Get()
  @StaffOnly('contacts.read')
  list(@CurrentStaff() viewer: StaffViewer, @ListOf(CONTACT_LIST) query: ListQuery) {
    return this.contacts.list(viewer, query);
  }

  @Get(':id')
  @StaffOnly('contacts.read')
  one(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number) {
    return this.contacts.one(viewer, id);
  }
}

/** Everybody who may get news, as a file. */
@ClubStaffController('contacts.csv')
export class StaffContactsFileController {
  constructor(private readonly contacts: StaffContacts) {}

  @Get()
  @StaffOnly('contacts.export', { proof: true })
  async export(
    @CurrentStaff() viewer: StaffViewer,
    @Query('scope') scope: string | undefined,
  ): Promise<StreamableFile> {
    if (!SCOPES.includes(scope as Scope)) {
      throw new Problem(PROBLEMS.invalidRequest, { detail: `scope must be one of ${SCOPES.join(', ')}.` });
    }
    return csvFile(`contacts-${scope}`, EXPORT_HEADINGS, await this.contacts.export(viewer, scope as Scope));
  }
}
