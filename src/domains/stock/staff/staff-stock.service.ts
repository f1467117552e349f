import { Injectable } from '@nestjs/common';
import { type StaffViewer, StaffWorkService } from '#platform/staff';
import { isSoldOut } from '../plan-stock.entity';
import { LIST_STOCK } from './staff-stock.queries';

/** The stock of the plans of a fan club, for staff. */
@Injectable()
export class StaffStockService {
  constructor(private readonly work: StaffWorkService) {}

  /** The plans with a capacity. */
  list(viewer: StaffViewer): Promise<object> {
    return this.work.read(viewer, async ({ statements, fanclubId: fanclub }) => {
      const rows = await statements.rows(LIST_STOCK, { fanclub });
      return { plans: rows.map((row) => ({ ...row, sold_out: isSoldOut(row) })) };
    });
  }
}
