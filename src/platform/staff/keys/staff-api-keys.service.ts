import { Injectable } from '@nestjs/common';
import { Clock, secondsAfter } from '#libs/clock';
import { hashToken } from '#libs/token';
import { SecurityEvents } from '#platform/audit';
import type { ListPage, ListQuery } from '../items/list-query';
import { pageOf } from '../items/list-query';
import { type Permission, PERMISSIONS } from '../permissions';
import { StaffAnswer } from '../staff-answers.interceptor';
import { conflict, invalidField } from '../staff-problems';
import type { StaffViewer } from '../staff-viewer';
import { StaffWorkService } from '../staff-work.service';
import type { IssuedStaffKey, NewStaffKey } from './dto/staff-keys.dto';
import { StaffApiKey } from './staff-api-key.entity';
import { isScope, MOST_DAYS, newStaffKey, scopesForKeys, shownOf } from './staff-key.rules';

/** The keys with which programs use the API for staff of the fan club. */
@Injectable()
export class StaffApiKeysService {
  constructor(
    private readonly work: StaffWorkService,
    private readonly events: SecurityEvents,
    private readonly clock: Clock,
  ) {}

  async list(viewer: StaffViewer, query: ListQuery): Promise<ListPage<IssuedStaffKey>> {
    const rows = await this.work.read(viewer, (club) => club.find(StaffApiKey));
    return pageOf(rows.map(printed), query, ({ name, prefix }) => [name, prefix]);
  }

  /** The permissions that the person can give to a key. */
  scopes(viewer: StaffViewer): readonly Permission[] {
    return scopesForKeys().filter((permission) => viewer.reach(permission) !== null);
  }

  /** Makes a key. `key` is shown only here; the database has its digest. @throws Problem (422) */
  create(viewer: StaffViewer, { name, scopes, expires_at }: NewStaffKey): Promise<StaffAnswer> {
    const permissions = scopes.map((scope, n) => this.scope(viewer, scope, n));
    const expiresAt = this.end(expires_at);
    return this.work.change(viewer, async (change) => {
      const key = newStaffKey();
      const id = await change.insert(StaffApiKey, {
        staffId: viewer.person.id,
        name,
        prefix: shownOf(key),
        tokenHash: hashToken(key),
        scopes: permissions,
        expiresAt,
        createdAt: this.clock.now(),
      });
      const target = `staff_key:${id}` as const;
      await this.events.record(change.statements, viewer.asker, { action: 'staff.key_created', target });
      const after = { name, scopes: permissions, expires_at: expiresAt };
      change.audit({ action: 'program_key.created', subject: { type: 'program_key', id }, after });
      const row = await change.one(StaffApiKey, id);
      const location = `/staff/api/fanclubs/${change.fanclubId}/program_keys`;
      return new StaffAnswer({ ...printed(row), key }, { status: 201, location });
    });
  }

  /** Revokes a key for good. @throws Problem (404; 409 if it is revoked already) */
  revoke(viewer: StaffViewer, id: number): Promise<IssuedStaffKey> {
    return this.work.change(viewer, async (change) => {
      const { name, revokedAt } = await change.lock(StaffApiKey, id);
      if (revokedAt) throw conflict('The key is revoked already.');
      const now = this.clock.now();
      await change.update(StaffApiKey, id, { revokedAt: now });
      const target = `staff_key:${id}` as const;
      await this.events.record(change.statements, viewer.asker, { action: 'staff.key_revoked', target });
      const after = { name, revoked_at: now };
      change.audit({ action: 'program_key.revoked', subject: { type: 'program_key', id }, after });
      return printed(await change.one(StaffApiKey, id));
    });
  }

  /** @throws Problem (422) unless a key may have the permission and the person has it */
  private scope(viewer: StaffViewer, text: string, n: number): Permission {
    const permission = PERMISSIONS.names().find((name) => name === text);
    if (permission === undefined || !isScope(permission) || viewer.reach(permission) === null) {
      throw invalidField(`#/scopes/${n}`, 'is not a permission that you can give to a key');
    }
    return permission;
  }

  /** @throws Problem (422) */
  private end(text: string): Date {
    const end = new Date(text);
    const now = this.clock.now();
    if (!(end > now)) throw invalidField('#/expires_at', 'must be in the future');
    if (end > secondsAfter(now, MOST_DAYS * 86_400)) {
      throw invalidField('#/expires_at', `must be at most ${MOST_DAYS} days from now`);
    }
    return end;
  }
}

const printed = ({ id, name, prefix, scopes, staffId, ...row }: StaffApiKey): IssuedStaffKey => ({
  id,
  name,
  prefix,
  scopes,
  staff_id: staffId,
  created_at: row.createdAt.toISOString(),
  expires_at: row.expiresAt.toISOString(),
  last_used_at: row.lastUsedAt?.toISOString() ?? null,
  revoked_at: row.revokedAt?.toISOString() ?? null,
});
