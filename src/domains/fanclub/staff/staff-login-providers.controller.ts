import { Get, Headers, Patch, Post } from '@nestjs/common';
import { Problem } from '#libs/problem';
import { Sealer } from '#libs/sealed';
import { violatedUnique } from '#platform/database';
import {
  ClubStaffController,
  CurrentStaff,
  differences,
  etagOf,
  ItemId,
  ListOf,
  type ListPage,
  type ListQuery,
  pageOf,
  PROBLEMS,
  requireMatch,
  StaffAnswer,
  StaffBody,
  StaffOnly,
  type StaffViewer,
  StaffWork,
} from '#platform/staff';
import { LoginProvider } from '#platform/tenants/login-provider.entity';
import { LoginProviderChange, NewLoginProvider } from './dto/fanclub.dto';

/** The services with whose accounts members log in. Their secrets can be set, but are never shown. */
@ClubStaffController('login_providers')
export class StaffLoginProvidersController {
  constructor(
    private readonly work: StaffWork,
    private readonly sealer: Sealer,
  ) {}

  @Get()
  @StaffOnly('keys.read')
  async list(
    @CurrentStaff() viewer: StaffViewer,
    @ListOf({ sort: ['name', 'id'], filters: ['enabled'] }) query: ListQuery,
  ): Promise<ListPage<object>> {
    const rows = await this.work.read(viewer, (club) => club.find(LoginProvider));
    return pageOf(rows.map(printed), query, ({ name }) => [name]);
  }

  @Get(':id')
  @StaffOnly('keys.read')
  async one(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number): Promise<StaffAnswer> {
    return versioned(await this.work.read(viewer, (club) => club.one(LoginProvider, id)));
  }

  @Post()
  @StaffOnly('keys.write', { proof: true })
  create(@CurrentStaff() viewer: StaffViewer, @StaffBody() body: NewLoginProvider): Promise<StaffAnswer> {
    const { name, app_id, secret, login_path = null, enabled = true } = body;
    const values = {
      name,
      appId: app_id,
      loginPath: login_path,
      enabled,
      appSecretSealed: this.sealer.seal(secret),
    };
    return this.work.change(viewer, async (change) => {
      const id = await change.insert(LoginProvider, values).catch((error: unknown) => {
        if (violatedUnique(error) === null) throw error;
        throw new Problem(PROBLEMS.conflict, { detail: 'There is a login provider of this name already.' });
      });
      const row = await change.one(LoginProvider, id);
      const after = { ...printed(row), secret: 'changed' };
      change.audit({ action: 'login_provider.created', subject: { type: 'login_provider', id }, after });
      const location = `/staff/api/fanclubs/${change.fanclubId}/login_providers/${id}`;
      return versioned(row, { status: 201, location });
    });
  }

  @Patch(':id')
  @StaffOnly('keys.write', { proof: true })
  change(
    @CurrentStaff() viewer: StaffViewer,
    @ItemId() id: number,
    @Headers('if-match') version: string | undefined,
    @StaffBody() body: LoginProviderChange,
  ): Promise<StaffAnswer> {
    return this.work.change(viewer, async (change) => {
      const before = printed(await change.lock(LoginProvider, id));
      requireMatch(version, before);
      const { app_id, login_path, enabled } = { ...before, ...body };
      await change.update(LoginProvider, id, {
        appId: app_id,
        loginPath: login_path,
        enabled,
        ...(body.secret !== undefined && { appSecretSealed: this.sealer.seal(body.secret) }),
      });
      const row = await change.one(LoginProvider, id);
      const fields = differences(before, printed(row));
      const after = { ...fields.after, ...(body.secret !== undefined && { secret: 'changed' }) };
      const subject = { type: 'login_provider', id };
      change.audit({ action: 'login_provider.changed', subject, before: fields.before, after });
      return versioned(row);
    });
  }
}

const printed = ({ id, name, appId, loginPath, enabled }: LoginProvider) => ({
  id,
  name,
  app_id: appId,
  login_path: loginPath,
  enabled,
});

const versioned = (row: LoginProvider, head: StaffAnswer['head'] = {}): StaffAnswer =>
  new StaffAnswer(printed(row), { ...head, etag: etagOf(printed(row)) });
