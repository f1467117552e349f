import { Injectable } from '@nestjs/common';
import { DomainError } from '#libs/envelope';
import type { Viewer } from '#platform/access';
import { AccountsService } from '#domains/accounts';
import type { Offer } from '#domains/checkout';
import { ShippingService } from '#domains/shipping';
import type { PublishedPlan } from '#domains/plans';
import { addressOf, changesOf } from './details-form';
import type { Problems, SentForm } from './form.rules';
import { PageAddresses } from './page-addresses';
import { problemsOf } from './problems';
import { registrationOf } from './registration-form';

/** Stores what a buyer has to enter before an order: the account, where the package goes, and what it contains. */
@Injectable()
export class BuyerDetails {
  constructor(
    private readonly accounts: AccountsService,
    private readonly shipping: ShippingService,
    private readonly addresses: PageAddresses,
  ) {}

  /**
   * Everything is checked before anything is stored.
   * @param opened gets the token of the session that was opened for a new account, also if what follows fails
   * @param returnTo where confirming the address leads. Default: on with the purchase
   * @returns null: everything is stored
   */
  async store(
    viewer: Viewer,
    { lacks, plan }: Offer,
    form: SentForm,
    opened: (token: string) => void,
    returnTo = this.addresses.onward(viewer.fanclub.id, plan.id),
  ): Promise<Problems | null> {
    const { fanclub } = viewer;
    const account = registrationOf(form);
    const parcel = addressOf(form, lacks, this.shipping.choicesOf(fanclub, plan));
    const hasParcel = lacks.address || lacks.options.length > 0;
    const checkParcel = (): void => this.shipping.checkForOrder(fanclub, plan, parcel, !lacks.address);
    const faults = [
      ...(lacks.account ? messagesOf(() => this.accounts.check(viewer, account)) : []),
      ...(hasParcel ? messagesOf(checkParcel) : []),
    ];
    if (faults.length > 0) return { sentences: [...new Set(faults)] };
    return problemsOf(async () => {
      let customerId = viewer.visit?.customer.id;
      if (lacks.account) {
        const created = await this.accounts.create(viewer, account, returnTo, { opensSession: true });
        if (created.token !== null) opened(created.token);
        customerId = created.customer.id;
      }
      if (hasParcel && customerId !== undefined)
        await this.shipping.storeForOrder(fanclub, customerId, plan, parcel);
    });
  }

  /** Changes address and options of a buyer who has both. @returns null: they are stored */
  change(
    { fanclub }: Viewer,
    customerId: number,
    plan: PublishedPlan,
    form: SentForm,
  ): Promise<Problems | null> {
    const changes = changesOf(form, this.shipping.choicesOf(fanclub, plan));
    return problemsOf(() => this.shipping.changeForOrder(fanclub, customerId, plan, changes));
  }
}

function messagesOf(check: () => void): readonly string[] {
  try {
    check();
    return [];
  } catch (error) {
    if (error instanceof DomainError) return error.messages;
    throw error;
  }
}
