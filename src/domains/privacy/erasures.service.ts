import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import type { Statements } from '#platform/database';
import { erasePersonRows } from '#platform/erasure';
import { Mails } from '#platform/mail';
import { scrubAudits } from '#platform/staff';
import { accountMerges, customers } from '#domains/accounts';
import { erasePayer } from '#domains/payments';
import { memberships } from '#domains/subscriptions';
import { digestsOf } from './addresses';
import { OBSTACLES } from './erasures.queries';
import { ErasureRefused, NobodyToErase } from './privacy.errors';

/** Erases what a fan club knows of a customer. Their row stays empty, because orders and memberships refer to it. */
@Injectable()
export class ErasuresService {
  constructor(
    private readonly mails: Mails,
    private readonly clock: Clock,
  ) {}

  /**
   * Erases a customer. Jobs remove them at the payment provider afterwards. They may join again.
   * @param due when the erasure that the customer asked for must be due. Null: staff asked
   * @throws ErasureRefused if a payment is open, or a parcel or a gift has not been sent; NobodyToErase
   */
  async erase(tx: Statements, fanclub: number, customer: number, due: Date | null): Promise<void> {
    const key = { fanclub, customer };
    const held = await customers.holdToErase(tx, key, due);
    if (!held) throw new NobodyToErase();
    await this.requireNone(tx, fanclub, customer);
    const now = this.clock.now();
    await customers.setAutoRenewal(tx, key, false);
    await memberships.cancelAllOf(tx, fanclub, customer, now);
    await erasePayer(tx, fanclub, customer, now);
    const merged = await accountMerges.mergedInto(tx, fanclub, customer);
    await scrubAudits(tx, fanclub, [customer, ...merged]);
    await erasePersonRows(tx, { fanclub, person: customer, now, ...digestsOf(this.mails, held) });
    await customers.markErased(tx, key, now);
  }

  /** @throws ErasureRefused */
  async requireNone(tx: Statements, fanclub: number, customer: number): Promise<void> {
    const [first, ...others] = await tx.rows(OBSTACLES, { fanclub, customer });
    if (first) throw new ErasureRefused([first, ...others]);
  }
}
