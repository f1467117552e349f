import { Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { PersonalRows } from '#libs/personal-data';
import { Customer } from '#domains/accounts/customer.entity';
import { FanclubRow } from '#platform/tenants/fanclub.entity';
import { PaymentAccount } from '#domains/payment-providers/payment-account.entity';

/** A page of a provider on which a member enters a card. */
@Entity('payment_card_pages')
@ForeignKey(() => PaymentAccount, ['fanclubId', 'accountId'], ['fanclubId', 'id'])
@ForeignKey(() => Customer, ['fanclubId', 'customerId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@Unique(['idempotencyKey'])
@Unique(['accountId', 'sessionRef'])
@Unique(['fanclubId', 'accountId', 'id'])
@Index(['fanclubId', 'customerId'])
@PersonalRows<PaymentCardPage>({
  merged: 'erased',
  of: 'customerId',
  deleted: {
    consent: ['consentText'],
    card: ['sessionRef', 'expiresAt', 'finishedAt'],
    secret: ['idempotencyKey'],
  },
  until: '35 days after it was finished',
})
export class PaymentCardPage extends FanclubRow {
  @Column('bigint') accountId!: number;
  @Column('bigint') customerId!: number;
  @Column('text') idempotencyKey!: string;
  /** The provider's id of the page. */
  @Column('text', { nullable: true }) sessionRef!: string | null;
  /** The consent that the member gave by opening the page. */
  @Column('text') consentText!: string;
  @Column('timestamptz') expiresAt!: Date;
  /** When the card was stored, or the page ended without one. */
  @Column('timestamptz', { nullable: true }) finishedAt!: Date | null;
}
