import { Get } from '@nestjs/common';
import {
  ClubStaffController,
  csvFile,
  ExportOf,
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
import { ContactAnswer, ContactOfClub } from './dto/contact.answer';

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
  @Answers({ 200: ContactAnswer })
  one(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number) {
    return this.contacts.one(viewer, id);
  }
}

const FILE = { filters: [...CONTACT_LIST.filters, 'scope'] };

const isScope = (text: string | undefined): text is Scope => SCOPES.some((scope) => scope === text);

/** People who may get news, as a CSV file: the contacts of the list, members, or all of both. */
@ClubStaffController('contacts.csv')
export class StaffContactsFileController {
  constructor(private readonly contacts: StaffContactsService) {}

  @Get()
  @StaffOnly('contacts.export', { proof: true })
  @Answers(csvOf(EXPORT_HEADINGS))
  @ApiQuery({ name: 'scope', required: true, schema: { type: 'string', enum: [...SCOPES] } })
  async export(@CurrentStaff() viewer: StaffViewer, @ExportOf(FILE) { filters, ...query }: ListQuery) {
    const { scope, ...filter } = filters;
    if (!isScope(scope)) throw invalidRequest(`scope must be one of ${SCOPES.join(', ')}.`);
    const rows = await this.contacts.export(viewer, scope, { ...query, filters: filter });
    return csvFile(`contacts-${scope}`, EXPORT_HEADINGS, rows);
  }
}
