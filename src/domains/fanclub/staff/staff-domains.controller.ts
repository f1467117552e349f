import { Delete, Get, HttpCode, Post } from '@nestjs/common';
import { Problem } from '#libs/problem';
import { trustedOrigins, websiteOrigin } from '#platform/access';
import { SecurityEvents } from '#platform/audit';
import {
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
import { MAX_TRUSTED_DOMAINS, TrustedDomain } from '#platform/tenants';
import { Fanclub } from '#platform/tenants/fanclub.entity';
import { OriginBody } from './dto/fanclub.dto';

/** The websites whose pages may use the API with their visitors' sessions (contract 3.4). */
@ClubStaffController('domains')
export class StaffDomainsController {
  constructor(
    private readonly work: StaffWork,
    private readonly events: SecurityEvents,
  ) {}

  @Get()
  @StaffOnly('club.read')
  async list(
    @CurrentStaff() viewer: StaffViewer,
    @ListOf({ sort: ['origin', 'id', 'created_at'], filters: [] }) query: ListQuery,
  ): Promise<ListPage<object>> {
    const rows = await this.work.read(viewer, (club) => club.find(TrustedDomain));
    return pageOf(rows.map(printed), query, ({ origin }) => [origin]);
  }

  @Post()
  @StaffOnly('club.write', { proof: true })
  add(@CurrentStaff() viewer: StaffViewer, @StaffBody() body: OriginBody): Promise<StaffAnswer> {
    const origin = websiteOrigin(body.origin);
    if (origin === null)
      throw invalid('must be scheme, host and port of a website, such as https://fans.example');
    return this.work.change(viewer, async (change) => {
      const { manager, fanclubId } = change;
      // Two requests that add one each must not exceed the limit together.
      await manager.findOneOrFail(Fanclub, { where: { id: fanclubId }, lock: { mode: 'pessimistic_write' } });
      const present = await change.find(TrustedDomain);
      if (present.some((one) => one.origin === origin)) {
        throw new Problem(PROBLEMS.conflict, { detail: 'This website is trusted already.' });
      }
      if (present.length >= MAX_TRUSTED_DOMAINS) {
        throw new Problem(PROBLEMS.conflict, {
          detail: `A fan club has at most ${MAX_TRUSTED_DOMAINS} trusted domains.`,
        });
      }
      const id = await change.insert(TrustedDomain, { origin });
      const target = `trusted_domain:${id}` as const;
      await this.events.record(change.statements, viewer.asker, { action: 'trusted_domain.added', target });
      change.audit({ action: 'domain.created', subject: { type: 'domain', id }, after: { origin } });
      const location = `/staff/api/fanclubs/${fanclubId}/domains`;
      return new StaffAnswer(printed(await change.one(TrustedDomain, id)), { status: 201, location });
    });
  }

  @Delete(':id')
  @StaffOnly('club.write', { proof: true })
  async remove(@CurrentStaff() viewer: StaffViewer, @ItemId() id: number): Promise<void> {
    await this.work.change(viewer, async (change) => {
      const { origin } = await change.lock(TrustedDomain, id);
      await change.remove(TrustedDomain, id);
      const target = `trusted_domain:${id}` as const;
      await this.events.record(change.statements, viewer.asker, { action: 'trusted_domain.removed', target });
      change.audit({ action: 'domain.deleted', subject: { type: 'domain', id }, before: { origin } });
    });
  }

  /** What the origin check answers pages of a website. */
  @Post('try')
  @HttpCode(200)
  @StaffOnly('club.read')
  try(@CurrentStaff() viewer: StaffViewer, @StaffBody() body: OriginBody): Promise<object> {
    const origin = websiteOrigin(body.origin);
    return this.work.read(viewer, async (rows) => {
      if (origin === null) return { allowed: false, reason: 'not_an_origin' };
      const { siteUrl } = await rows.manager.findOneByOrFail(Fanclub, { id: rows.fanclubId });
      const trustedDomains = (await rows.find(TrustedDomain)).map((one) => one.origin);
      if (trustedDomains.includes(origin)) return { allowed: true, reason: 'trusted_domain' };
      const allowed = trustedOrigins({ siteUrl, trustedDomains }).includes(origin);
      return { allowed, reason: allowed ? 'own_website' : 'not_trusted' };
    });
  }
}

const printed = ({ id, origin, createdAt }: TrustedDomain) => ({
  id,
  origin,
  created_at: createdAt.toISOString(),
});

const invalid = (detail: string): Problem =>
  new Problem(PROBLEMS.invalid, { errors: [{ pointer: '#/origin', detail }] });
