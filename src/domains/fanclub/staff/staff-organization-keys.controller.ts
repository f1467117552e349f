import { Get, HttpCode, Post } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Clock } from '#libs/clock';
import { Problem } from '#libs/problem';
import { hashToken, newToken } from '#libs/token';
import { SecurityEvents } from '#platform/audit';
import { KEY_PREFIX_LENGTH } from '#platform/keys';
import {
  CurrentStaff,
  ItemId,
  ListOf,
  type ListPage,
  type ListQuery,
  OrganizationStaffController,
  pageOf,
  PROBLEMS,
  StaffAnswer,
  StaffBody,
  StaffOnly,
  type StaffViewer,
  StaffWork,
} from '#platform/staff';
import { OrganizationApiKey } from '#platform/tenants/organization-api-key.entity';
import { NewKey } from './dto/fanclub.dto';

/** The secret keys with which partners of the organization look up customers (contract 3.6). */
@OrganizationStaffController('keys')
export class StaffOrganizationKeysController {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly work: StaffWork,
    private readonly events: SecurityEvents,
    private readonly clock: Clock,
  ) {}

  @Get()
  @StaffOnly('keys.read')
  async list(
    @CurrentStaff() { scope: { organizationId } }: StaffViewer,
    @ListOf({ sort: ['id', 'name', 'created_at', 'last_used_at'], filters: [] }) query: ListQuery,
  ): Promise<ListPage<object>> {
    const rows = await this.dataSource.manager.findBy(OrganizationApiKey, { organizationId });
    return pageOf(rows.map(printed), query, ({ name, prefix }) => [name, prefix]);
  }

  /** Creates a key. `key` is shown only here; the database has its digest. */
  @Post()
  @StaffOnly('keys.write', { proof: true })
  create(@CurrentStaff() viewer: StaffViewer, @StaffBody() { name }: NewKey): Promise<StaffAnswer> {
    const { organizationId } = viewer.scope;
    const key = newToken();
    return this.work.changeScope(viewer, async (change) => {
      const values = {
        organizationId,
        label: name,
        prefix: key.slice(0, KEY_PREFIX_LENGTH),
        keyHash: hashToken(key),
      };
      const row = await change.manager.save(change.manager.create(OrganizationApiKey, values));
      const target = `organization_key:${row.id}` as const;
      await this.events.record(change.statements, viewer.asker, { action: 'key.created', target });
      change.audit({
        action: 'key.created',
        subject: { type: 'organization_key', id: row.id },
        after: { name },
      });
      const location = `/staff/api/organizations/${organizationId}/keys`;
      return new StaffAnswer({ ...printed(row), key }, { status: 201, location });
    });
  }

  /** Revokes a key for good. */
  @Post(':id/revoke')
  @HttpCode(200)
  @StaffOnly('keys.write', { proof: true })
  revoke(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number): Promise<object> {
    const where = { id, organizationId: viewer.scope.organizationId };
    return this.work.changeScope(viewer, async (change) => {
      const { manager } = change;
      const row = await manager.findOne(OrganizationApiKey, { where, lock: { mode: 'pessimistic_write' } });
      if (!row) throw new Problem(PROBLEMS.notFound);
      if (row.revokedAt) throw new Problem(PROBLEMS.conflict, { detail: 'The key is revoked already.' });
      const revokedAt = this.clock.now();
      await manager.update(OrganizationApiKey, where, { revokedAt });
      const target = `organization_key:${id}` as const;
      await this.events.record(change.statements, viewer.asker, { action: 'key.revoked', target });
      const subject = { type: 'organization_key', id };
      change.audit({ action: 'key.revoked', subject, after: { revoked_at: revokedAt } });
      return printed({ ...row, revokedAt });
    });
  }
}

const printed = ({ id, label, prefix, createdAt, lastUsedAt, revokedAt }: OrganizationApiKey) => ({
  id,
  name: label,
  prefix,
  created_at: createdAt.toISOString(),
  last_used_at: lastUsedAt?.toISOString() ?? null,
  revoked_at: revokedAt?.toISOString() ?? null,
});
