import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { instantOf, isoUtc } from '#libs/format';
import { parseId } from '#libs/validation';
import { Published } from '#platform/published';
import { invalidRequest, type StaffViewer, StaffWorkService } from '#platform/staff';
import { PaymentAccountsService } from '#domains/payment-providers';
import { SalesPeriod } from '#domains/plans/plan.entity';
import { chargeAfter, leastEnd, seasonAnnouncedAt } from '../renewal.schedule';
import type { RenewalForecast } from './dto/renewal.answers';
import { FORECAST_RENEWALS } from './staff-renewals.queries';

/** What the schedule of renewals makes of the next season, before it is opened. */
@Injectable()
export class RenewalForecastService {
  constructor(
    private readonly work: StaffWorkService,
    private readonly accounts: PaymentAccountsService,
    private readonly published: Published,
    private readonly clock: Clock,
  ) {}

  /**
   * The automatic renewals that follow if the season after a period opens at a time, as memberships and cards are now.
   * @throws Problem (400, 404)
   */
  async ofSeason(viewer: StaffViewer, period: unknown, startsAt: unknown): Promise<RenewalForecast> {
    const id = typeof period === 'string' ? parseId(period) : null;
    if (id === null) throw invalidRequest('period_id must be a number.');
    const opens = typeof startsAt === 'string' ? instantOf(startsAt) : null;
    if (!opens) throw invalidRequest('starts_at must be a time such as 2027-01-01T00:00:00Z.');
    const account = await this.accounts.enabledFor(viewer.fanclubId);
    const days = (await this.published.byId(viewer.fanclubId))!;
    const { at, found } = await this.work.read(viewer, async (rows) => {
      const { endsAt } = await rows.one(SalesPeriod, id);
      const at = seasonAnnouncedAt(endsAt, opens, this.clock.now());
      const asked = { fanclub: rows.fanclubId, period: id, at, least: leastEnd(at) };
      return {
        at,
        found: account
          ? await rows.statements.rows(FORECAST_RENEWALS, { ...asked, account: account.id })
          : [],
      };
    });
    const [firstEnd] = found.map((one) => one.firstEnd).sort((one, other) => one.getTime() - other.getTime());
    const chargedFrom = firstEnd && chargeAfter(at, firstEnd, days);
    return {
      announced_at: isoUtc(at),
      charged_from: chargedFrom ? isoUtc(chargedFrom) : null,
      plans: found.map(({ planId, renewals }) => ({ plan_id: planId, renewals })),
    };
  }
}
