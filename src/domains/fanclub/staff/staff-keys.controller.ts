import { Get, HttpCode, Post, Patch } from '@nestjs/common';
import {
  ClubStaffController,
  CurrentStaff,
  ItemId,
  ListOf,
  type ListQuery,
  OrganizationStaffController,
  StaffBody,
  StaffOnly,
  type StaffViewer,
  listAnswer,
  IfMatch,
} from '#platform/staff';
import { NewKey, LoginProviderChange, NewLoginProvider } from './dto/fanclub.dto';
import { StaffKeysService, StaffOrganizationKeysService } from './staff-keys.service';

import { Answers } from '#platform/reference';
import {
  IssuedFanclubKey,
  IssuedKey,
  NewFanclubKey,
  NewOrganizationKey,
  LoginProviderOfClub,
} from './dto/fanclub.answers';
import { StaffLoginProvidersService } from './staff-login-providers.service';

/** The public keys with which websites select the fan club. */
@ClubStaffController('keys')
export class StaffKeysController {
  constructor(private readonly keys: StaffKeysService) {}

  @Get()
  @StaffOnly('keys.read')
  @Answers({ 200: listAnswer(IssuedFanclubKey) })
  list(
    @CurrentStaff() viewer: StaffViewer,
    @ListOf({ sort: ['id', 'name', 'created_at'], filters: ['main'] }) query: ListQuery,
  ) {
    return this.keys.list(viewer, query);
  }

  /** Creates a key. `key` is shown only here. */
  @Post()
  @StaffOnly('keys.write', { proof: true })
  @Answers({ 201: NewFanclubKey })
  create(@CurrentStaff() viewer: StaffViewer, @StaffBody() { name }: NewKey) {
    return this.keys.create(viewer, name);
  }

  /** Makes a key the one that catalogue files and the guide's examples name. */
  @Post(':id/main')
  @HttpCode(200)
  @StaffOnly('keys.write', { proof: true })
  @Answers({ 200: IssuedFanclubKey })
  makeMain(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number) {
    return this.keys.makeMain(viewer, id);
  }

  /** Revokes a key for good. The main key cannot be revoked. */
  @Post(':id/revoke')
  @HttpCode(200)
  @StaffOnly('keys.write', { proof: true })
  @Answers({ 200: IssuedFanclubKey })
  revoke(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number) {
    return this.keys.revoke(viewer, id);
  }
}

/** The secret keys with which partners of the organization look up customers (contract 3.6). */
@OrganizationStaffController('keys')
export class StaffOrganizationKeysController {
  constructor(private readonly keys: StaffOrganizationKeysService) {}

  @Get()
  @StaffOnly('keys.read')
  @Answers({ 200: listAnswer(IssuedKey) })
  list(
    @CurrentStaff() viewer: StaffViewer,
    @ListOf({ sort: ['id', 'name', 'created_at', 'last_used_at'], filters: [] }) query: ListQuery,
  ) {
    return this.keys.list(viewer, query);
  }

  /** Creates a key. `key` is shown only here; the database has its digest. */
  @Post()
  @StaffOnly('keys.write', { proof: true })
  @Answers({ 201: NewOrganizationKey })
  create(@CurrentStaff() viewer: StaffViewer, @StaffBody() { name }: NewKey) {
    return this.keys.create(viewer, name);
  }

  /** Revokes a key for good. */
  @Post(':id/revoke')
  @HttpCode(200)
  @StaffOnly('keys.write', { proof: true })
  @Answers({ 200: IssuedKey })
  revoke(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number) {
    return this.keys.revoke(viewer, id);
  }
}

/** The services with whose accounts members log in. Their secrets can be set, but are never shown. */
@ClubStaffController('login_providers')
export class StaffLoginProvidersController {
  constructor(private readonly providers: StaffLoginProvidersService) {}

  @Get()
  @StaffOnly('keys.read')
  @Answers({ 200: listAnswer(LoginProviderOfClub) })
  list(
    @CurrentStaff() viewer: StaffViewer,
    @ListOf({ sort: ['name', 'id'], filters: ['enabled'] }) query: ListQuery,
  ) {
    return this.providers.list(viewer, query);
  }

  @Get(':id')
  @StaffOnly('keys.read')
  @Answers({ 200: LoginProviderOfClub })
  one(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number) {
    return this.providers.one(viewer, id);
  }

  @Post()
  @StaffOnly('keys.write', { proof: true })
  @Answers({ 201: LoginProviderOfClub })
  create(@CurrentStaff() viewer: StaffViewer, @StaffBody() body: NewLoginProvider) {
    return this.providers.create(viewer, body);
  }

  @Patch(':id')
  @StaffOnly('keys.write', { proof: true })
  @Answers({ 200: LoginProviderOfClub })
  change(
    @CurrentStaff() viewer: StaffViewer,
    @ItemId() id: number,
    @IfMatch() version: string | undefined,
    @StaffBody() body: LoginProviderChange,
  ) {
    return this.providers.change(viewer, id, version, body);
  }
}
