import { makersOf, type Samples } from '#samples';
import type { Customer } from '#domains/accounts/customer.entity';
import { PaymentAccount } from './payment-account.entity';
import { PaymentCustomer } from './payment-customer.entity';
import { PaymentEvent } from './payment-event.entity';

const makers = makersOf({
  /** An account at the demo bank. Its secrets cannot be opened. */
  async paymentAccount(overrides: Partial<PaymentAccount> = {}): Promise<PaymentAccount> {
    const { n } = this.seed();
    return this.save(PaymentAccount, {
      fanclubId: await this.clubOf(overrides),
      ...{ provider: 'demo', live: false, accountRef: `account-${n}`, secretSealed: `sealed-${n}` },
      ...{ webhookSecretSealed: null, formerWebhookSecretSealed: null, enabled: true, lastEventAt: null },
      ...overrides,
    });
  },

  /** A customer as a provider knows it. */
  async paymentCustomer({
    customer,
    account,
    ...overrides
  }: Partial<PaymentCustomer> & {
    customer?: Customer;
    account?: PaymentAccount;
  } = {}): Promise<PaymentCustomer> {
    const buyer = customer ?? (await this.customer());
    const { fanclubId } = buyer;
    const { id: accountId } = account ?? (await this.paymentAccount({ fanclubId, enabled: false }));
    const providerRef = `customer-${this.seed().n}`;
    return this.save(PaymentCustomer, {
      ...{ fanclubId, customerId: buyer.id, accountId, providerRef },
      ...overrides,
    });
  },

  /** An event that was processed. */
  async paymentEvent({
    account,
    ...overrides
  }: Partial<PaymentEvent> & { account?: PaymentAccount } = {}): Promise<PaymentEvent> {
    const { n, now } = this.seed();
    const { id: accountId, fanclubId } = account ?? (await this.paymentAccount({ enabled: false }));
    return this.save(PaymentEvent, {
      ...{ fanclubId, accountId, eventRef: `event-${n}`, type: 'payment.succeeded', subject: 'payment' },
      ...{ objectRef: `payment-${n}`, ownNumber: null, sentAt: now, receivedAt: now, processedAt: now },
      ...{ attempts: 1, lastError: null },
      ...overrides,
    });
  },
});

declare module '#samples' {
  interface Given extends PaymentsMakers {}
}
type PaymentsMakers = typeof makers;

export const samples: Samples = {
  makers,
  notFromCatalogue: ['payment_accounts', 'payment_customers', 'payment_events'],
  limitedColumns: ['PaymentAccount.provider', 'PaymentEvent.subject'],
  filteredById: { 'payments.enabled_account': 'the fan club of the page, whose plan was found' },
  async club({ given, of }) {
    await of('nobody');
    await given.paymentEvent({ account: await given.paymentAccount({ enabled: false }) });
    return {};
  },
  async member({ given, member: { customer } }) {
    await given.paymentCustomer({ customer });
    return {};
  },
  notAsked: {
    'payments.receive_event': 'a provider, whose signature is verified first',
    'payments.store_event_error': 'a job',
    'payments.store_processed': 'a job',
    'payments.take_event': 'a job',
    'payments.find_account': 'jobs and the checkout pages',
    'payment_customers.find': 'the buyer of a priced plan',
  },
};
