import { Get, Query } from '@nestjs/common';
import {
  ClubStaffController,
  csvFile,
  CurrentStaff,
  ItemId,
  ListOf,
  type ListQuery,
  StaffOnly,
  type StaffViewer,
  csvOf,
  listAnswer,
  invalidRequest,
} from '#platform/staff';
import { type Scope, SCOPES } from './contacts.queries';
import { CONTACT_LIST, EXPORT_HEADINGS, StaffContactsService } from './staff-contacts.service';
import { ApiQuery } from '@nestjs/swagger';
import { Answers } from '#platform/reference';
import { ContactOfClub } from './dto/contact.answer';

/** People who get news without being members. */
@ClubStaffController('contacts')
export class StaffContactsController {
  constructor(private readonly contacts: StaffContactsService) {}

  @Get()
  @StaffOnly('contacts.read')
  @Answers({ 200: listAnswer(ContactOfClub) })
  list(@CurrentStaff() viewer: StaffViewer, @ListOf(CONTACT_LIST) query: ListQuery) {
    return this.contacts.list(viewer, query);
  }

  @Get(':id')
  @StaffOnly('contacts.read')
  @Answers({ 200: ContactOfClub })
  one(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number) {
    return this.contacts.one(viewer, id);
  }
}

/** All people who may get news, as a CSV file. */
@ClubStaffController('contacts.csv')
export class StaffContactsFileController {
  constructor(private readonly contacts: StaffContactsService) {}

  @Get()
  @StaffOnly('contacts.export', { proof: true })
  @Answers(csvOf(EXPORT_HEADINGS))
  @ApiQuery({ name: 'scope', required: true, schema: { type: 'string', enum: [...SCOPES] } })
  async export(@CurrentStaff() viewer: StaffViewer, @Query('scope') scope: string | undefined) {
    if (!SCOPES.includes(scope as Scope)) {
      throw invalidRequest(`scope must be one of ${SCOPES.join(', ')}.`);
    }
    return csvFile(`contacts-${scope}`, EXPORT_HEADINGS, await this.contacts.export(viewer, scope as Scope));
  }
}
