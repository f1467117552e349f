import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import type { RowOf } from '#platform/database';
import { LimitsService, mailboxOf } from '#platform/limits';
import { Mails } from '#platform/mail';
import { Published } from '#platform/published';
import { conflict, notFound, type StaffViewer, StaffWorkService } from '#platform/staff';
import { ClubHosts, hostedOrder } from '#platform/tenants';
import { type Receipt, receiptFacts } from '../mails/mail-facts';
import { FIND_RECEIPT } from './staff-receipts.queries';

/** Sends receipts again. */
@Injectable()
export class StaffReceiptsService {
  constructor(
    private readonly work: StaffWorkService,
    private readonly mails: Mails,
    private readonly published: Published,
    private readonly limits: LimitsService,
    private readonly hosts: ClubHosts,
    private readonly clock: Clock,
  ) {}

  /**
   * Mails the receipt of a paid order to the present address of its buyer. It counts as if the buyer had asked for a mail (contract 3.11).
   * @throws Problem (404, 409, 429)
   */
  async mail(viewer: StaffViewer, order: number): Promise<void> {
    const fanclub = (await this.published.byId(viewer.fanclubId))!;
    const asked = { fanclub: fanclub.id, order };
    const { email } = mailable(
      await this.work.read(viewer, (rows) => rows.statements.first(FIND_RECEIPT, asked)),
    );
    const asker = { fanclub: { id: fanclub.id }, actor: viewer.asker.actor, source: viewer.source };
    await this.limits.count(asker, { signUpMailbox: mailboxOf(email) });
    await this.work.change(viewer, async (change) => {
      const found = mailable(await change.statements.first(FIND_RECEIPT, asked));
      const { email: to, firstName, customerId, taxRate } = found;
      const receipt = receiptOf(found, this.clock.now());
      const link = hostedOrder(this.hosts.addressOf(fanclub.id), order);
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

type Found = RowOf<typeof FIND_RECEIPT>;
type Mailable = Found & { readonly email: string; readonly number: number; readonly paidAt: Date };

/** The facts of a receipt that can be mailed. @throws Problem (404, 409) */
function mailable(found: Found | null): Mailable {
  if (!found) throw notFound();
  const { email, number, paidAt } = found;
  if (number === null || paidAt === null)
    throw conflict('Nothing was paid for this order, so it has no receipt.');
  // The receipt would say that the money was kept.
  if (found.isTakenBack) throw conflict('The order was refunded, or its payment is disputed.');
  if (email === null) throw conflict('The buyer has no e-mail address.');
  return { ...found, email, number, paidAt };
}

/** The receipt as it was first sent, with the term as it is now. */
function receiptOf(found: Mailable, now: Date): Receipt {
  const { number, paidAt, start, end, kind, cardBrand, cardLast4 } = found;
  const begins = start ?? paidAt;
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
    term: kind === 'gift_purchase' ? null : { start: begins, end, isQueued: begins > now },
  };
}
