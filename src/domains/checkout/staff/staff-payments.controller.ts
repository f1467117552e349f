import { Get, Post } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { isoUtc } from '#libs/format';
import { Problem } from '#libs/problem';
import {
  ClubStaffController,
  CurrentStaff,
  ItemId,
  PROBLEMS,
  StaffBody,
  StaffOnly,
  type StaffViewer,
  StaffWork,
} from '#platform/staff';
import { COUNT_PAYMENTS, LIST_ACCOUNTS, LIST_PROBLEMS, problemsBefore } from '../problems.queries';
import { type Resolvable, resolve } from '../resolving';
import { ResolveBody } from './dto/refund.bodies';

/** The most problems that are shown; the others follow when these are dealt with. */
const SHOWN = 200;

/** The payments of the fan club as a whole: its accounts, and what needs a person. */
@ClubStaffController('payments')
export class StaffPaymentsController {
  constructor(
    private readonly work: StaffWork,
    private readonly clock: Clock,
  ) {}

  @Get()
  @StaffOnly('payments.read')
  show(@CurrentStaff() viewer: StaffViewer): Promise<object> {
    const before = problemsBefore(this.clock.now());
    return this.work.read(viewer, async ({ statements, fanclubId: fanclub }) => {
      const accounts = await statements.rows(LIST_ACCOUNTS, { fanclub });
      const counts = await statements.rows(COUNT_PAYMENTS, { fanclub });
      const problems = await statements.rows(LIST_PROBLEMS, { fanclub, before, limit: SHOWN });
      return {
        accounts: accounts.map(({ lastEventAt, ...account }) => ({
          ...account,
          last_event_at: lastEventAt && isoUtc(lastEventAt),
        })),
        payments: Object.fromEntries(counts.map(({ state, count }) => [state, count])),
        problems: problems.map(({ kind, ref, orderId, since, code }) => ({
          ...{ kind, ref, order_id: orderId, since: isoUtc(since), code },
        })),
      };
    });
  }

  /** Money without an order of ours: it was given back, or the order was made otherwise. */
  @Post('strays/:id/resolve')
  @StaffOnly('payments.write')
  resolveStray(
    @CurrentStaff() viewer: StaffViewer,
    @ItemId() id: number,
    @StaffBody() { note }: ResolveBody,
  ): Promise<void> {
    return this.resolve(viewer, 'stray', id, note);
  }

  /** A refund that failed: the buyer was paid in another way, or does not want it. */
  @Post('refunds/:id/resolve')
  @StaffOnly('payments.write')
  resolveRefund(
    @CurrentStaff() viewer: StaffViewer,
    @ItemId() id: number,
    @StaffBody() { note }: ResolveBody,
  ): Promise<void> {
    return this.resolve(viewer, 'refund', id, note);
  }

  /** A payment of another amount, or one that does not end: it counts as failed, and its order is closed. */
  @Post('orders/:id/resolve')
  @StaffOnly('payments.write')
  resolveOrder(
    @CurrentStaff() viewer: StaffViewer,
    @ItemId() id: number,
    @StaffBody() { note }: ResolveBody,
  ): Promise<void> {
    return this.resolve(viewer, 'order', id, note);
  }

  /** @throws Problem (404) if there is nothing to resolve */
  private resolve(viewer: StaffViewer, type: Resolvable, id: number, note: string): Promise<void> {
    return this.work.change(viewer, async (change) => {
      const { statements, fanclubId: fanclub } = change;
      const resolution = { fanclub, which: id, note, cause: 'staff', now: this.clock.now() } as const;
      if (!(await resolve(statements, type, resolution))) throw new Problem(PROBLEMS.notFound);
      change.audit({ action: `${type}.resolved`, subject: { type, id }, after: { note } });
    });
  }
}
