import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { compare } from '#libs/money';
import { Problem } from '#libs/problem';
import { Config } from '#platform/config';
import { type Repeatable, PROBLEMS, requireProof, type StaffViewer, StaffWorkService } from '#platform/staff';
import { ClubHosts, hostedOrder } from '#platform/tenants';
import { NoOrderFound } from '#domains/orders';
import { ProviderError } from '#domains/payment-providers';
import { NothingPaid } from '../refunds/refund.errors';
import { RefundsService } from '../refunds/refunds.service';
import type { RefundState } from '../refunds/refund.entity';
import type { RefundBody } from './dto/refund.bodies';
import {
  disputeShape,
  paymentShape,
  refundable,
  refundShape,
  transitionShape,
} from './order-payments.serializer';
import {
  FIND_STAFF_ORDER,
  LIST_ORDER_DISPUTES,
  LIST_ORDER_PAYMENTS,
  LIST_ORDER_REFUNDS,
  LIST_ORDER_TRANSITIONS,
} from './staff-payments.queries';

/** The payments of an order, and its refunds. */
@Injectable()
export class StaffRefundsService {
  private readonly log = new Logger('StaffRefunds');

  constructor(
    private readonly work: StaffWorkService,
    private readonly refunds: RefundsService,
    private readonly config: Config,
    private readonly hosts: ClubHosts,
    private readonly clock: Clock,
  ) {}

  /** The payments and refunds of an order, and what the person may refund. @throws Problem (404) */
  ofOrder(viewer: StaffViewer, order: number): Promise<object> {
    const isMasked = viewer.reach('payments.read') === 'masked';
    return this.work.read(viewer, async ({ statements, fanclubId: fanclub }) => {
      const key = { fanclub, order };
      const found = await statements.first(FIND_STAFF_ORDER, key);
      if (!found) throw new Problem(PROBLEMS.notFound);
      const payments = await statements.rows(LIST_ORDER_PAYMENTS, key);
      const refunds = await statements.rows(LIST_ORDER_REFUNDS, key);
      const disputes = await statements.rows(LIST_ORDER_DISPUTES, key);
      const transitions = await statements.rows(LIST_ORDER_TRANSITIONS, key);
      return {
        receipt_number: found.receipt,
        payment_link: found.isOpen && !isMasked ? hostedOrder(this.hosts.addressOf(fanclub), order) : null,
        payments: payments.map((row) => paymentShape(row, isMasked)),
        refunds: refunds.map((row) => refundShape(row, isMasked)),
        disputes: disputes.map(disputeShape),
        transitions: transitions.map(transitionShape),
        refundable: refundable(found, payments, refunds, viewer.reach('orders.refund')),
      };
    });
  }

  /**
   * Refunds an order. If the provider does not answer, a job sends the stored refund.
   * @throws Problem (401 without a recent proof, 403 above the limit, 404, 409, 422)
   */
  async refund(viewer: StaffViewer, orderId: number, request: Repeatable, body: RefundBody): Promise<object> {
    const stored = (await this.work.once(viewer, request, async (change) => {
      const { statements, fanclubId } = change;
      const { amount = null, reason, effect } = body;
      const wish = { orderId, amount, reason, effect, staffId: viewer.person.id };
      const found = await statements.first(FIND_STAFF_ORDER, { fanclub: fanclubId, order: orderId });
      if (!found) throw new Problem(PROBLEMS.notFound);
      const added = await this.refunds
        .request(statements, { id: fanclubId }, wish)
        .catch((error: unknown) => {
          // The order exists, but was imported or free.
          throw error instanceof NoOrderFound ? new NothingPaid() : error;
        });
      this.requireWithinLimit(viewer, added.refunded, found.supportLimit);
      const { id, amount: refunded, currency } = added;
      change.audit({
        action: 'order.refunded',
        subject: { type: 'order', id: orderId },
        customerId: found.customerId,
        after: { refund_id: id, amount: refunded, currency, effect, reason },
      });
      return { refund_id: id };
    })) as { refund_id: number };
    return { ...stored, state: await this.submit(viewer.fanclubId, stored.refund_id) };
  }

  /** Checks the sum of an order's refunds, so that several small refunds cannot exceed the limit. */
  private requireWithinLimit(viewer: StaffViewer, refunded: string, limit: string): void {
    if (compare(refunded, limit) <= 0) return;
    if (viewer.reach('orders.refund') === 'limited') {
      const detail = `Your role can refund at most ${limit} of an order, counting earlier refunds.`;
      throw new Problem(PROBLEMS.notAllowed, { detail });
    }
    requireProof(viewer, this.config, this.clock.now());
  }

  /** @returns `requested` if the provider did not answer; the job `refunds.follow` retries */
  private async submit(fanclub: number, refund: number): Promise<RefundState> {
    try {
      return await this.refunds.submit(fanclub, refund, 'staff');
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      this.log.warn(`refund ${refund} of fan club ${fanclub} waits: ${error.code}`);
      return 'requested';
    }
  }
}
