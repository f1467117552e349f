import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { SecurityEvents } from '#platform/audit';
import { onConflict } from '#platform/database';
import {
  type ClubChange,
  conflict,
  invalidField,
  type ListPage,
  type ListQuery,
  pageOf,
  StaffAnswer,
  type StaffViewer,
  StaffWorkService,
} from '#platform/staff';
import { ClubHosts, FanClubHost, MAX_HOSTS, storedHost } from '#platform/tenants';
import { HostCheck, type HostFinding } from '../host-check';
import { lockClub } from './lock-club';

/** The hosts at which a fan club is served. A fan club with verified hosts has one main host, to which links lead. */
@Injectable()
export class StaffHostsService {
  constructor(
    private readonly work: StaffWorkService,
    private readonly hosts: ClubHosts,
    private readonly checks: HostCheck,
    private readonly events: SecurityEvents,
    private readonly clock: Clock,
  ) {}

  async list(viewer: StaffViewer, query: ListQuery): Promise<ListPage<object>> {
    const rows = await this.work.read(viewer, (club) => club.find(FanClubHost));
    return pageOf(rows.map(printed), query, ({ host }) => [host]);
  }

  /** @throws Problem (409 if any fan club has the host; 422) */
  add(viewer: StaffViewer, typed: string): Promise<StaffAnswer> {
    const host = storedHost(typed);
    if (host === null) throw invalidField('#/host', 'must be a host name such as fans.example.com');
    if (this.hosts.isOwn(host)) throw invalidField('#/host', 'is a host of the service itself');
    if (host.endsWith('.localhost') && !this.checks.allowsLocalNames)
      throw invalidField('#/host', 'must be a public host name');
    return this.work.change(viewer, async (change) => {
      await lockClub(change);
      if ((await change.find(FanClubHost)).length >= MAX_HOSTS)
        throw conflict(`A fan club has at most ${MAX_HOSTS} hosts.`);
      const id = await change
        .insert(FanClubHost, { host, main: false, verifiedAt: null })
        .catch(onConflict('uq_fan_club_hosts_host', () => conflict('This host is taken.')));
      await this.record(change, viewer, 'host.added', id);
      change.audit({ action: 'host.created', subject: { type: 'host', id }, after: { host } });
      const location = `/staff/api/fanclubs/${change.fanclubId}/hosts`;
      return new StaffAnswer(printed(await change.one(FanClubHost, id)), { status: 201, location });
    });
  }

  /** Removes a host at once. If it was the main one, the oldest of the other verified ones becomes that. @throws Problem (404) */
  async remove(viewer: StaffViewer, id: number): Promise<void> {
    await this.work.change(viewer, async (change) => {
      await lockClub(change);
      const { host, main } = await change.lock(FanClubHost, id);
      await change.remove(FanClubHost, id);
      const next = main && (await change.find(FanClubHost)).find(({ verifiedAt }) => verifiedAt !== null);
      if (next) await change.update(FanClubHost, next.id, { main: true });
      await this.record(change, viewer, 'host.removed', id);
      const after = next ? { main_host: next.host } : undefined;
      change.audit({ action: 'host.deleted', subject: { type: 'host', id }, before: { host, main }, after });
    });
  }

  /** @throws Problem (404; 409 unless the host is verified) */
  makeMain(viewer: StaffViewer, id: number): Promise<object> {
    return this.work.change(viewer, async (change) => {
      await lockClub(change);
      const { verifiedAt, host } = await change.lock(FanClubHost, id);
      if (verifiedAt === null) throw conflict('This host waits for its check.');
      const former = (await change.find(FanClubHost, { main: true })).at(0);
      if (former) await change.update(FanClubHost, former.id, { main: false });
      await change.update(FanClubHost, id, { main: true });
      const before = former && { main_host: former.host };
      change.audit({
        action: 'host.made_main',
        subject: { type: 'host', id },
        before,
        after: { main_host: host },
      });
      return printed(await change.one(FanClubHost, id));
    });
  }

  /**
   * Asks the host whether this installation serves it. If so, it counts from now on, and the first one is the main one.
   * @param at the header `Host` of the request @throws Problem (404)
   */
  async check(viewer: StaffViewer, id: number, at: string | undefined): Promise<object> {
    const { host } = await this.work.read(viewer, (rows) => rows.one(FanClubHost, id));
    // Outside a transaction: it takes seconds.
    const finding = this.refusalOf(host, at) ?? (await this.checks.find(host));
    return this.work.change(viewer, async (change) => {
      await lockClub(change);
      const { verifiedAt } = await change.lock(FanClubHost, id);
      if (finding === 'served' && verifiedAt === null) {
        const isFirst = (await change.find(FanClubHost, { main: true })).length === 0;
        await change.update(FanClubHost, id, { verifiedAt: this.clock.now(), main: isFirst });
        await this.record(change, viewer, 'host.verified', id);
      }
      change.audit({ action: 'host.checked', subject: { type: 'host', id }, after: { host, finding } });
      return { ...printed(await change.one(FanClubHost, id)), finding };
    });
  }

  /** Why the check is not made: the service's own names, which are guessed until a host is verified, would stop working. */
  private refusalOf(host: string, at: string | undefined): HostFinding | null {
    if (this.hosts.isInUse(host)) return 'in_use';
    return this.hosts.hasVerified || this.hosts.isOwnHeader(at) ? null : 'service_unnamed';
  }

  private record(
    change: ClubChange,
    viewer: StaffViewer,
    action: 'host.added' | 'host.removed' | 'host.verified',
    id: number,
  ): Promise<void> {
    return this.events.record(change.statements, viewer.asker, { action, target: `fan_club_host:${id}` });
  }
}

const printed = ({ id, host, main, verifiedAt, createdAt }: FanClubHost) => ({
  id,
  host,
  main,
  verified_at: verifiedAt?.toISOString() ?? null,
  created_at: createdAt.toISOString(),
});
