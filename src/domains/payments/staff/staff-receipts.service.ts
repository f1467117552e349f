import { Injectable } from '@nestjs/common';
import { Config } from '#platform/config';
import type { RowOf } from '#platform/database';
import { Mails } from '#platform/mail';
import { Published } from '#platform/published';
import { conflict, notFound, type StaffViewer, StaffWorkService } from '#platform/staff';
import { hostedOrder } from '#platform/tenants';
import { type Receipt, receiptFacts } from '../mails/mail-facts';
import { FIND_RECEIPT } from './staff-receipts.queries';

/** Sends receipts again. */
@Injectable()
export class StaffReceiptsService {
  constructor(
    private readonly work: StaffWorkService,
    private readonly mails: Mails,
    private readonly published: Published,
    private readonly config: Config,
  ) {}

  /** Mails the receipt of a paid order to the present address of its buyer. @throws Problem (404, 409) */
  async mail(viewer: StaffViewer, order: number): Promise<void> {
    const fanclub = (await this.published.byId(viewer.fanclubId))!;
    await this.work.change(viewer, async (change) => {
      const found = await change.statements.first(FIND_RECEIPT, { fanclub: fanclub.id, order });
      if (!found) throw notFound();
      const { email: to, firstName, customerId, taxRate } = found;
      const receipt = receiptOf(found);
      if (!receipt) throw conflict('Nothing was paid for this order, so it has no receipt.');
      if (to === null) throw conflict('The buyer has no e-mail address.');
      const link = hostedOrder(this.config.publicUrl, fanclub.id, order);
      const payment = receiptFacts({ ...fanclub, taxRate }, receipt);
      await this.mails.queue(change.statements, fanclub, { kind: 'receipt', to, firstName, link, payment });
      const after = { receipt_number: receipt.number };
      change.audit({
        action: 'order.receipt_mailed',
        subject: { type: 'order', id: order },
        customerId,
        after,
      });
    });
  }
}

/** The receipt as it was first sent, with the term as it is now. Null: there is none. */
function receiptOf(found: RowOf<typeof FIND_RECEIPT>): Receipt | null {
  const { number, paidAt, start, end, kind, cardBrand, cardLast4 } = found;
  if (number === null || paidAt === null) return null;
  return {
    number,
    paidAt,
    planName: found.planName,
    currency: found.currency!,
    subtotal: found.subtotal!,
    discount: found.discount!,
    shipping: found.shipping!,
    total: found.total!,
    card: cardBrand === null || cardLast4 === null ? null : { brand: cardBrand, last4: cardLast4 },
    term: kind === 'gift_purchase' ? null : { start: start ?? paidAt, end, isQueued: false },
  };
}
