import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { isoUtc } from '#libs/format';
import { Problem } from '#libs/problem';
import { PROBLEMS, type StaffViewer, StaffWorkService } from '#platform/staff';
import { titleOf } from '#domains/payment-providers';
import { COUNT_PAYMENTS, LIST_ACCOUNTS, LIST_PROBLEMS, problemsBefore } from '../problems/problems.queries';
import { type Resolvable, resolve } from '../problems/resolutions';

/** The maximum number of problems in an answer. */
const SHOWN = 200;

/** The accounts of a fan club, its payments by state, and problems to resolve. */
@Injectable()
export class StaffPaymentsService {
  constructor(
    private readonly work: StaffWorkService,
    private readonly clock: Clock,
  ) {}

  /** The accounts, the number of payments in each state, and the oldest problems. */
  show(viewer: StaffViewer): Promise<object> {
    const before = problemsBefore(this.clock.now());
    return this.work.read(viewer, async ({ statements, fanclubId: fanclub }) => {
      const accounts = await statements.rows(LIST_ACCOUNTS, { fanclub });
      const counts = await statements.rows(COUNT_PAYMENTS, { fanclub });
      const problems = await statements.rows(LIST_PROBLEMS, { fanclub, before, limit: SHOWN });
      return {
        accounts: accounts.map(({ lastEventAt, ...account }) => ({
          ...account,
          provider_title: titleOf(account.provider),
          last_event_at: lastEventAt && isoUtc(lastEventAt),
        })),
        payments: Object.fromEntries(counts.map(({ state, count }) => [state, count])),
        problems: problems.map(({ kind, ref, orderId, since, code }) => ({
          kind,
          ref,
          order_id: orderId,
          since: isoUtc(since),
          code,
        })),
      };
    });
  }

  /** Marks a problem as resolved. @throws Problem (404) if there is no such problem */
  resolve(viewer: StaffViewer, type: Resolvable, id: number, note: string): Promise<void> {
    return this.work.change(viewer, async (change) => {
      const { statements, fanclubId: fanclub } = change;
      const resolution = { fanclub, which: id, note, cause: 'staff', now: this.clock.now() } as const;
      const resolved = await resolve(statements, type, resolution);
      if (!resolved) throw new Problem(PROBLEMS.notFound);
      const { customerId } = resolved;
      // Money without an order has no member whose erasure would empty the record, so the note stays at the payment alone.
      const after = customerId === null ? null : { note };
      change.audit({ action: `${type}.resolved`, subject: { type, id }, customerId, after });
    });
  }
}
