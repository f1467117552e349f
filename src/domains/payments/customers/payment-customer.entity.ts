import { Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { PersonalRows } from '#libs/personal-data';
import { Customer } from '#domains/accounts/customer.entity';
import { FanclubRow } from '#platform/tenants/fanclub.entity';
import { PaymentAccount } from '#domains/payment-providers/payment-account.entity';

/** The customer object at a provider that belongs to one of our customers. */
@Entity('payment_customers')
@ForeignKey(() => PaymentAccount, ['fanclubId', 'accountId'], ['fanclubId', 'id'])
@ForeignKey(() => Customer, ['fanclubId', 'customerId'], ['fanclubId', 'id'], { onDelete: 'CASCADE' })
@Unique(['accountId', 'customerId'])
@Unique(['accountId', 'providerRef'])
@Unique(['fanclubId', 'accountId', 'id'])
@Index(['fanclubId', 'customerId'])
@PersonalRows<PaymentCustomer>({
  merged: 'own',
  of: 'customerId',
  // A job deletes the row, once the provider has deleted the customer.
  nulled: { secret: ['sentDigest'] },
  kept: { payment: ['providerRef'] },
  until: 'after an erasure, until the provider has deleted the customer',
})
export class PaymentCustomer extends FanclubRow {
  @Column('bigint') accountId!: number;
  @Column('bigint') customerId!: number;
  @Column('text') providerRef!: string;
  /** A digest of the e-mail address and name that were sent to the provider last. Null: unknown. */
  @Column('text', { nullable: true }) sentDigest!: string | null;
}
