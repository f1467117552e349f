import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import type { Cells } from '#libs/csv';
import { Published } from '#platform/published';
import { type StaffViewer, StaffWorkService } from '#platform/staff';
import { PresalePool } from '../presale-pool.entity';
import type { PoolReport } from './dto/pool.answers';
import { GIVEN_BY_DAY, GIVEN_BY_PLAN, POOL_FIGURES, WITHOUT_CODE } from './pool-codes.queries';

export const REPORT_HEADINGS = ['what', 'name', 'given', 'mailed', 'used'];

/** What became of the codes of a pool. */
@Injectable()
export class PoolReportsService {
  constructor(
    private readonly work: StaffWorkService,
    private readonly published: Published,
    private readonly clock: Clock,
  ) {}

  /** @throws Problem (404) */
  async report(viewer: StaffViewer, id: number): Promise<PoolReport> {
    const { timeZone: zone } = (await this.published.byId(viewer.fanclubId))!;
    const now = this.clock.now();
    return this.work.read(viewer, async (rows) => {
      const { statements, fanclubId: fanclub } = rows;
      await rows.one(PresalePool, id);
      const key = { fanclub, pool: id };
      const figures = (await statements.first(POOL_FIGURES, key))!;
      const without = (await statements.first(WITHOUT_CODE, { ...key, now }))!;
      return {
        ...figures,
        entitled_without_code: without.count,
        by_day: await statements.rows(GIVEN_BY_DAY, { ...key, zone }),
        by_plan: await statements.rows(GIVEN_BY_PLAN, { ...key, now }),
      };
    });
  }

  /** The report as rows of a file: the sums, then each day and each plan. @throws Problem (404) */
  async rows(viewer: StaffViewer, id: number): Promise<Cells[]> {
    const report = await this.report(viewer, id);
    const row = (what: string, name: string, { given, mailed, used }: Figures): Cells => ({
      what,
      name,
      given: String(given),
      mailed: String(mailed),
      used: String(used),
    });
    return [
      row('total', String(report.total), report),
      ...report.by_day.map((day) => row('day', day.day, day)),
      ...report.by_plan.map((plan) => row('plan', plan.name ?? '', plan)),
      { what: 'entitled_without_code', name: String(report.entitled_without_code) },
    ];
  }
}

type Figures = Pick<PoolReport, 'given' | 'mailed' | 'used'>;
