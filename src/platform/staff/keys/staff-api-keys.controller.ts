import { Get, HttpCode, Post } from '@nestjs/common';
import { Answers } from '#platform/reference';
import { listAnswer, ListOf, type ListQuery } from '../items/list-query';
import { ItemId } from '../items/staff-items.service';
import { ClubStaffController, StaffOnly } from '../staff-access';
import { StaffBody } from '../staff-body';
import { CurrentStaff } from '../staff-context';
import type { StaffViewer } from '../staff-viewer';
import { IssuedStaffKey, KeyScopes, MadeStaffKey, NewStaffKey } from './dto/staff-keys.dto';
import { StaffApiKeysService } from './staff-api-keys.service';

/** The keys with which programs use this API for the fan club. */
@ClubStaffController('program_keys')
export class StaffApiKeysController {
  constructor(private readonly keys: StaffApiKeysService) {}

  @Get()
  @StaffOnly('staff.read')
  @Answers({ 200: listAnswer(IssuedStaffKey) })
  list(
    @CurrentStaff() viewer: StaffViewer,
    @ListOf({ sort: ['id', 'name', 'created_at', 'expires_at', 'last_used_at'], filters: [] })
    query: ListQuery,
  ) {
    return this.keys.list(viewer, query);
  }

  @Get('scopes')
  @StaffOnly('staff.read')
  @Answers({ 200: KeyScopes })
  scopes(@CurrentStaff() viewer: StaffViewer): KeyScopes {
    return { scopes: this.keys.scopes(viewer) };
  }

  /** Makes a key. `key` is shown only here. */
  @Post()
  @StaffOnly('staff.write', { proof: true })
  @Answers({ 201: MadeStaffKey })
  create(@CurrentStaff() viewer: StaffViewer, @StaffBody() body: NewStaffKey) {
    return this.keys.create(viewer, body);
  }

  /** Revokes a key for good. */
  @Post(':id/revoke')
  @HttpCode(200)
  @StaffOnly('staff.write', { proof: true })
  @Answers({ 200: IssuedStaffKey })
  revoke(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number) {
    return this.keys.revoke(viewer, id);
  }
}
