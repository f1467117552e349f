import { Get } from '@nestjs/common';
import { ListOf, type ListQuery, listAnswer } from '../items/list-query';
import { ClubStaffController, OrganizationStaffController, StaffOnly } from '../staff-access';
import { CurrentStaff } from '../staff-context';
import type { StaffViewer } from '../staff-viewer';
import { AUDIT_FILTERS, EVENT_FILTERS, StaffRecordsService } from './staff-records.service';
import { Answers } from '#platform/reference';
import { AuditRecord, SecurityEventRecord } from './dto/records.answers';

/** The record of what staff did in a fan club, and its security events; the newest first. */
@ClubStaffController()
export class StaffRecordsController {
  constructor(private readonly records: StaffRecordsService) {}

  @Get('audits')
  @StaffOnly('audit.read')
  @Answers({ 200: listAnswer(AuditRecord) })
  audits(
    @CurrentStaff() viewer: StaffViewer,
    @ListOf({ sort: ['-id'], filters: AUDIT_FILTERS }) query: ListQuery,
  ) {
    return this.records.audits(viewer, query);
  }

  @Get('security_events')
  @StaffOnly('audit.read')
  @Answers({ 200: listAnswer(SecurityEventRecord) })
  securityEvents(
    @CurrentStaff() viewer: StaffViewer,
    @ListOf({ sort: ['-id'], filters: EVENT_FILTERS }) query: ListQuery,
  ) {
    return this.records.securityEvents(viewer, query);
  }
}

/** What staff did with people and keys of an organization as a whole; the newest first. */
@OrganizationStaffController('audits')
export class OrganizationRecordsController {
  constructor(private readonly records: StaffRecordsService) {}

  @Get()
  @StaffOnly('audit.read')
  @Answers({ 200: listAnswer(AuditRecord) })
  audits(
    @CurrentStaff() viewer: StaffViewer,
    @ListOf({ sort: ['-id'], filters: AUDIT_FILTERS }) query: ListQuery,
  ) {
    return this.records.organizationAudits(viewer, query);
  }
}
