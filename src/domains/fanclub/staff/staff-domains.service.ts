import { Injectable } from '@nestjs/common';
import { trustedOrigins, websiteOrigin } from '#platform/access';
import { SecurityEvents } from '#platform/audit';
import {
  type ListPage,
  type ListQuery,
  pageOf,
  StaffAnswer,
  type StaffViewer,
  StaffWorkService,
  conflict,
  invalidField,
} from '#platform/staff';
import { MAX_TRUSTED_DOMAINS, TrustedDomain } from '#platform/tenants';
import { Fanclub } from '#platform/tenants/fanclub.entity';
import { lockClub } from './lock-club';

/** Trusts websites, whose pages may then use the API with their visitors' sessions (contract 3.4). */
@Injectable()
export class StaffDomainsService {
  constructor(
    private readonly work: StaffWorkService,
    private readonly events: SecurityEvents,
  ) {}

  async list(viewer: StaffViewer, query: ListQuery): Promise<ListPage<object>> {
    const rows = await this.work.read(viewer, (club) => club.find(TrustedDomain));
    return pageOf(rows.map(printed), query, ({ origin }) => [origin]);
  }

  /** @param website its address @throws Problem (409, 422) */
  add(viewer: StaffViewer, website: string): Promise<StaffAnswer> {
    const origin = websiteOrigin(website);
    if (origin === null)
      throw invalidField(
        '#/origin',
        'must be scheme, host and port of a website, such as https://fans.example',
      );
    return this.work.change(viewer, async (change) => {
      const { fanclubId } = change;
      // Two requests that add one each must not exceed the limit together.
      await lockClub(change);
      const present = await change.find(TrustedDomain);
      if (present.some((one) => one.origin === origin)) {
        throw conflict('This website is trusted already.');
      }
      if (present.length >= MAX_TRUSTED_DOMAINS) {
        throw conflict(`A fan club has at most ${MAX_TRUSTED_DOMAINS} trusted domains.`);
      }
      const id = await change.insert(TrustedDomain, { origin });
      const target = `trusted_domain:${id}` as const;
      await this.events.record(change.statements, viewer.asker, { action: 'trusted_domain.added', target });
      change.audit({ action: 'domain.created', subject: { type: 'domain', id }, after: { origin } });
      const location = `/staff/api/fanclubs/${fanclubId}/domains`;
      return new StaffAnswer(printed(await change.one(TrustedDomain, id)), { status: 201, location });
    });
  }

  /** @throws Problem (404) */
  async remove(viewer: StaffViewer, id: number): Promise<void> {
    await this.work.change(viewer, async (change) => {
      const { origin } = await change.lock(TrustedDomain, id);
      await change.remove(TrustedDomain, id);
      const target = `trusted_domain:${id}` as const;
      await this.events.record(change.statements, viewer.asker, { action: 'trusted_domain.removed', target });
      change.audit({ action: 'domain.deleted', subject: { type: 'domain', id }, before: { origin } });
    });
  }

  /** The result of the origin check for pages of a website. */
  try(viewer: StaffViewer, website: string): Promise<object> {
    const origin = websiteOrigin(website);
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
