import { Injectable } from '@nestjs/common';
import { Sealer } from '#libs/sealed';
import { violatedUnique } from '#platform/database';
import {
  differences,
  etagOf,
  type ListPage,
  type ListQuery,
  pageOf,
  requireMatch,
  StaffAnswer,
  type StaffViewer,
  StaffWorkService,
  conflict,
  invalidField,
} from '#platform/staff';
import { LoginProvider } from '#platform/tenants/fanclub.entity';
import type { LoginProviderChange, NewLoginProvider } from './dto/fanclub.dto';

/** The services with whose accounts members log in. Their secrets can be set, but are never shown. */
@Injectable()
export class StaffLoginProvidersService {
  constructor(
    private readonly work: StaffWorkService,
    private readonly sealer: Sealer,
  ) {}

  async list(viewer: StaffViewer, query: ListQuery): Promise<ListPage<object>> {
    const rows = await this.work.read(viewer, (club) => club.find(LoginProvider));
    return pageOf(rows.map(printed), query, ({ name }) => [name]);
  }

  /** @throws Problem (404) */
  async one(viewer: StaffViewer, id: number): Promise<StaffAnswer> {
    return versioned(await this.work.read(viewer, (club) => club.one(LoginProvider, id)));
  }

  /** @throws Problem (409) */
  create(
    viewer: StaffViewer,
    { name, app_id, secret, login_path = null, enabled = true, ...openId }: NewLoginProvider,
  ): Promise<StaffAnswer> {
    const { issuer = null, label = null, apple_team_id = null, apple_key_id = null } = openId;
    if (issuer === null && (label ?? apple_team_id) !== null)
      throw invalidField('#/issuer', 'is needed for a provider with OpenID Connect');
    const values = {
      issuer,
      label,
      appleTeam: apple_team_id,
      appleKey: apple_key_id,
      name,
      appId: app_id,
      loginPath: login_path,
      enabled,
      appSecretSealed: this.sealer.seal(secret),
    };
    return this.work.change(viewer, async (change) => {
      const id = await change.insert(LoginProvider, values).catch((error: unknown) => {
        if (violatedUnique(error) === null) throw error;
        throw conflict('There is a login provider of this name already.');
      });
      const row = await change.one(LoginProvider, id);
      const after = { ...printed(row), secret: 'changed' };
      change.audit({ action: 'login_provider.created', subject: { type: 'login_provider', id }, after });
      const location = `/staff/api/fanclubs/${change.fanclubId}/login_providers/${id}`;
      return versioned(row, { status: 201, location });
    });
  }

  /** @param version `If-Match` @throws Problem (404, 412, 428) */
  change(
    viewer: StaffViewer,
    id: number,
    version: string | undefined,
    body: LoginProviderChange,
  ): Promise<StaffAnswer> {
    return this.work.change(viewer, async (change) => {
      const before = printed(await change.lock(LoginProvider, id));
      requireMatch(version, before);
      const { app_id, login_path, enabled, label } = { ...before, ...body };
      if (before.issuer === null && body.label !== undefined)
        throw invalidField('#/label', 'is only for providers with OpenID Connect');
      await change.update(LoginProvider, id, {
        appId: app_id,
        loginPath: login_path,
        enabled,
        label,
        ...(body.secret !== undefined && { appSecretSealed: this.sealer.seal(body.secret) }),
      });
      const row = await change.one(LoginProvider, id);
      const fields = differences(before, printed(row));
      const after = { ...fields.after, ...(body.secret !== undefined && { secret: 'changed' }) };
      const subject = { type: 'login_provider', id } as const;
      change.audit({ action: 'login_provider.changed', subject, before: fields.before, after });
      return versioned(row);
    });
  }
}

const printed = ({ id, name, appId, loginPath, enabled, issuer, label, ...row }: LoginProvider) => ({
  id,
  name,
  app_id: appId,
  login_path: loginPath,
  enabled,
  issuer,
  label,
  apple_team_id: row.appleTeam,
  apple_key_id: row.appleKey,
});

const versioned = (row: LoginProvider, head: StaffAnswer['head'] = {}): StaffAnswer =>
  new StaffAnswer(printed(row), { ...head, etag: etagOf(printed(row)) });
