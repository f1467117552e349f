import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Clock } from '#libs/clock';
import { SecurityEvents } from '#platform/audit';
import { addFanclubKey, addOrganizationKey, keyPrefix } from '#platform/tenants';
import {
  type ClubChange,
  type ListPage,
  type ListQuery,
  pageOf,
  StaffAnswer,
  type StaffViewer,
  StaffWorkService,
  conflict,
  notFound,
} from '#platform/staff';
import { FanclubKey } from '#platform/tenants/fanclub.entity';
import { OrganizationApiKey } from '#platform/tenants/organization.entity';
import { lockClub } from './lock-club';

/** The public keys with which websites select the fan club. */
@Injectable()
export class StaffKeysService {
  constructor(
    private readonly work: StaffWorkService,
    private readonly events: SecurityEvents,
    private readonly clock: Clock,
  ) {}

  async list(viewer: StaffViewer, query: ListQuery): Promise<ListPage<object>> {
    const rows = await this.work.read(viewer, (club) => club.find(FanclubKey));
    return pageOf(rows.map(printed), query, ({ name, prefix }) => [name, prefix]);
  }

  /** Creates a key. `key` is shown only here. */
  create(viewer: StaffViewer, name: string): Promise<StaffAnswer> {
    return this.work.change(viewer, async (change) => {
      const { id, key } = await addFanclubKey(change.statements, change.fanclubId, name);
      await this.record(change, viewer, 'key.created', id);
      change.audit({ action: 'key.created', subject: { type: 'key', id }, after: { name } });
      const row = await change.one(FanclubKey, id);
      const location = `/staff/api/fanclubs/${change.fanclubId}/keys`;
      return new StaffAnswer({ ...printed(row), key }, { status: 201, location });
    });
  }

  /** Makes a key the one that catalogue files and the guide's examples name. @throws Problem (404; 409 if it is revoked) */
  makeMain(viewer: StaffViewer, id: number): Promise<object> {
    return this.work.change(viewer, async (change) => {
      // Two requests must not make two keys the main one.
      await lockClub(change);
      const row = await change.lock(FanclubKey, id);
      if (row.revokedAt) throw conflict('The key is revoked.');
      const former = (await change.find(FanclubKey, { main: true })).map((one) => one.id);
      // A unique index allows one main key.
      for (const one of former) await change.update(FanclubKey, one, { main: false });
      await change.update(FanclubKey, id, { main: true });
      const before = { main_key: former[0] ?? null };
      change.audit({
        action: 'key.made_main',
        subject: { type: 'key', id },
        before,
        after: { main_key: id },
      });
      return printed(await change.one(FanclubKey, id));
    });
  }

  /** Revokes a key for good. @throws Problem (404; 409 for the main key, and for one that is revoked already) */
  revoke(viewer: StaffViewer, id: number): Promise<object> {
    return this.work.change(viewer, async (change) => {
      const { revokedAt, main } = await change.lock(FanclubKey, id);
      if (revokedAt) throw conflict('The key is revoked already.');
      if (main) throw conflict('This is the main key. Make another key the main one first.');
      const now = this.clock.now();
      await change.update(FanclubKey, id, { revokedAt: now });
      await this.record(change, viewer, 'key.revoked', id);
      change.audit({ action: 'key.revoked', subject: { type: 'key', id }, after: { revoked_at: now } });
      return printed(await change.one(FanclubKey, id));
    });
  }

  private record(
    change: ClubChange,
    viewer: StaffViewer,
    action: 'key.created' | 'key.revoked',
    id: number,
  ): Promise<void> {
    return this.events.record(change.statements, viewer.asker, { action, target: `fanclub_key:${id}` });
  }
}

/** The secret keys with which partners of the organization look up customers (contract 3.6). */
@Injectable()
export class StaffOrganizationKeysService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly work: StaffWorkService,
    private readonly events: SecurityEvents,
    private readonly clock: Clock,
  ) {}

  async list({ scope: { organizationId } }: StaffViewer, query: ListQuery): Promise<ListPage<object>> {
    const rows = await this.dataSource.manager.findBy(OrganizationApiKey, { organizationId });
    return pageOf(rows.map(printedSecret), query, ({ name, prefix }) => [name, prefix]);
  }

  /** Creates a key. `key` is shown only here; the database has its digest. */
  create(viewer: StaffViewer, name: string): Promise<StaffAnswer> {
    const { organizationId } = viewer.scope;
    return this.work.changeScope(viewer, async (change) => {
      const { id, key } = await addOrganizationKey(change.statements, organizationId, name);
      const target = `organization_key:${id}` as const;
      await this.events.record(change.statements, viewer.asker, { action: 'key.created', target });
      change.audit({ action: 'key.created', subject: { type: 'organization_key', id }, after: { name } });
      const row = await change.manager.findOneByOrFail(OrganizationApiKey, { id, organizationId });
      const location = `/staff/api/organizations/${organizationId}/keys`;
      return new StaffAnswer({ ...printedSecret(row), key }, { status: 201, location });
    });
  }

  /** Revokes a key for good. @throws Problem (404; 409 if it is revoked already) */
  revoke(viewer: StaffViewer, id: number): Promise<object> {
    const where = { id, organizationId: viewer.scope.organizationId };
    return this.work.changeScope(viewer, async (change) => {
      const { manager } = change;
      const row = await manager.findOne(OrganizationApiKey, { where, lock: { mode: 'pessimistic_write' } });
      if (!row) throw notFound();
      if (row.revokedAt) throw conflict('The key is revoked already.');
      const revokedAt = this.clock.now();
      await manager.update(OrganizationApiKey, where, { revokedAt });
      const target = `organization_key:${id}` as const;
      await this.events.record(change.statements, viewer.asker, { action: 'key.revoked', target });
      const subject = { type: 'organization_key', id } as const;
      change.audit({ action: 'key.revoked', subject, after: { revoked_at: revokedAt } });
      return printedSecret({ ...row, revokedAt });
    });
  }
}

/** The use of fan club keys is not recorded. */
const printed = ({ id, name, key, main, createdAt, revokedAt }: FanclubKey) => ({
  id,
  name,
  prefix: keyPrefix(key),
  main,
  created_at: createdAt.toISOString(),
  last_used_at: null,
  revoked_at: revokedAt?.toISOString() ?? null,
});

const printedSecret = ({ id, label, prefix, createdAt, lastUsedAt, revokedAt }: OrganizationApiKey) => ({
  id,
  name: label,
  prefix,
  created_at: createdAt.toISOString(),
  last_used_at: lastUsedAt?.toISOString() ?? null,
  revoked_at: revokedAt?.toISOString() ?? null,
});
