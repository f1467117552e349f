import { Get, HttpCode, Post } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { Problem } from '#libs/problem';
import { SecurityEvents } from '#platform/audit';
import { KEY_PREFIX_LENGTH, newFanclubKey } from '#platform/keys';
import {
  type ClubChange,
  ClubStaffController,
  CurrentStaff,
  ItemId,
  ListOf,
  type ListPage,
  type ListQuery,
  pageOf,
  PROBLEMS,
  StaffAnswer,
  StaffBody,
  StaffOnly,
  type StaffViewer,
  StaffWork,
} from '#platform/staff';
import { FanclubKey } from '#platform/tenants/fanclub-key.entity';
import { Fanclub } from '#platform/tenants/fanclub.entity';
import { NewKey } from './dto/fanclub.dto';

/** The public keys with which websites select the fan club. */
@ClubStaffController('keys')
export class StaffKeysController {
  constructor(
    private readonly work: StaffWork,
    private readonly events: SecurityEvents,
    private readonly clock: Clock,
  ) {}

  @Get()
  @StaffOnly('keys.read')
  async list(
    @CurrentStaff() viewer: StaffViewer,
    @ListOf({ sort: ['id', 'name', 'created_at'], filters: ['main'] }) query: ListQuery,
  ): Promise<ListPage<object>> {
    const rows = await this.work.read(viewer, (club) => club.find(FanclubKey));
    return pageOf(rows.map(printed), query, ({ name, prefix }) => [name, prefix]);
  }

  /** Creates a key. `key` is shown only here. */
  @Post()
  @StaffOnly('keys.write', { proof: true })
  create(@CurrentStaff() viewer: StaffViewer, @StaffBody() { name }: NewKey): Promise<StaffAnswer> {
    const key = newFanclubKey();
    return this.work.change(viewer, async (change) => {
      const id = await change.insert(FanclubKey, { name, key, main: false, revokedAt: null });
      await this.record(change, viewer, 'key.created', id);
      change.audit({ action: 'key.created', subject: { type: 'key', id }, after: { name } });
      const row = await change.one(FanclubKey, id);
      const location = `/staff/api/fanclubs/${change.fanclubId}/keys`;
      return new StaffAnswer({ ...printed(row), key }, { status: 201, location });
    });
  }

  /** Makes a key the one that catalogue files and the guide's examples name. */
  @Post(':id/main')
  @HttpCode(200)
  @StaffOnly('keys.write', { proof: true })
  makeMain(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number): Promise<object> {
    return this.work.change(viewer, async (change) => {
      const { manager, fanclubId } = change;
      // Two requests must not make two keys the main one.
      await manager.findOneOrFail(Fanclub, { where: { id: fanclubId }, lock: { mode: 'pessimistic_write' } });
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

  /** Revokes a key for good. The main key cannot be revoked. */
  @Post(':id/revoke')
  @HttpCode(200)
  @StaffOnly('keys.write', { proof: true })
  revoke(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number): Promise<object> {
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

/** The use of fan club keys is not recorded. */
const printed = ({ id, name, key, main, createdAt, revokedAt }: FanclubKey) => ({
  id,
  name,
  prefix: key.slice(0, KEY_PREFIX_LENGTH),
  main,
  created_at: createdAt.toISOString(),
  last_used_at: null,
  revoked_at: revokedAt?.toISOString() ?? null,
});

const conflict = (detail: string): Problem => new Problem(PROBLEMS.conflict, { detail });
