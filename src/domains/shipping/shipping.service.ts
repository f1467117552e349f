import { Injectable } from '@nestjs/common';
import { type FanclubInfo, type LoggedInViewer, LoginRequired, type Viewer } from '#platform/access';
import { Sql, type Statements } from '#platform/database';
import { Published } from '#platform/published';
import { customers } from '#domains/accounts';
import { type PublishedPlan, PlansService } from '#domains/plans';
import { UpdateShippingBody } from './dto/update-shipping.body';
import type { PostalAddress } from './postal-address';
import { readShippingForm, refuseUnlisted, type ShippingUpdate } from './shipping-form.rules';
import {
  FIND_SHIPPING_FACTS,
  type ItemTypeRow,
  LIST_ITEM_TYPES,
  LOCK_CUSTOMER,
  type ShippingFacts,
  STORE_SHIPPING,
} from './shipping.queries';
import type { ShippingDetails } from './shipping.serializer';

/** Whose shipping details are read or changed. */
export interface ShippingCustomer {
  readonly fanclub: FanclubInfo;
  readonly customer: { readonly id: number };
  /** The membership that is active. */
  readonly membership: { readonly plan: { readonly id: number } } | null;
}

/** An item type of which a package lets its member choose an option. */
export interface ParcelChoice extends ItemTypeRow {
  /** Whether the package waits until an option is chosen. */
  readonly required: boolean;
}

/** Where a customer's package goes, and what is chosen for it. */
export interface Parcel {
  readonly address: PostalAddress;
  /** The choices of the package; `chosen` is null if there is none yet. */
  readonly choices: readonly (ParcelChoice & { readonly chosen: { id: number; name: string } | null })[];
}

/** In place of an address that is not read. */
const NO_ADDRESS: PostalAddress = {
  first_name: '',
  last_name: '',
  address: '',
  address_2: '',
  city: '',
  state: '',
  postal_code: '',
  country: '',
};

/** Pages name the item type, where the API says "Option name". */
const nameOf = ({ name }: ItemTypeRow): string => name;

const NOTHING: ShippingDetails = { address: null, itemTypes: [], chosenOptions: [] };

/** Customers' primary addresses, and the options that they choose for their packages. */
@Injectable()
export class ShippingService {
  private readonly itemTypes: (fanclub: FanclubInfo) => readonly ItemTypeRow[];

  constructor(
    private readonly sql: Sql,
    private readonly plans: PlansService,
    published: Published,
  ) {
    this.itemTypes = published.declare((db, { id }) => db.rows(LIST_ITEM_TYPES, { fanclub: id }));
  }

  /**
   * The customer's primary address and the choices for the customer's packages (contract 5.9). Empty without a customer or
   * an address (contract 5.33).
   */
  async find(viewer: Viewer): Promise<ShippingDetails> {
    if (viewer.customer === null) return NOTHING;
    const facts = await this.factsOf(this.sql.readsFor(viewer), viewer.fanclub, viewer.customer.id);
    if (!facts?.primaryAddress) return NOTHING;
    return {
      address: facts.primaryAddress,
      itemTypes: this.itemTypesFor(viewer, facts),
      chosenOptions: facts.chosenOptions,
    };
  }

  /**
   * Stores the customer's primary address and chosen options, all or nothing. Moving to another country turns auto renewal off
   * (contract 5.11).
   * @throws InvalidFields with `errors`
   */
  async update(
    viewer: LoggedInViewer,
    form: UpdateShippingBody,
  ): Promise<ShippingDetails & { autoRenewalDisabled: boolean }> {
    return this.sql.transaction((tx) => this.updateOf(tx, viewer, form));
  }

  /** As {@link find}, also without an address: what staff see and change. */
  async detailsOf(db: Statements, of: ShippingCustomer): Promise<ShippingDetails> {
    const facts = (await this.factsOf(db, of.fanclub, of.customer.id))!;
    return {
      address: facts.primaryAddress,
      itemTypes: this.itemTypesFor(of, facts),
      chosenOptions: facts.chosenOptions,
    };
  }

  /** As {@link update}, in the transaction that also records it. @throws InvalidFields with `errors`, LoginRequired */
  async updateOf(
    tx: Statements,
    of: ShippingCustomer,
    form: UpdateShippingBody,
  ): Promise<ShippingDetails & { autoRenewalDisabled: boolean }> {
    const { fanclub, customer } = of;
    const locked = await tx.first(LOCK_CUSTOMER, { fanclub: fanclub.id, customer: customer.id });
    const facts = await this.factsOf(tx, fanclub, customer.id);
    // The customer, and with it the session, was deleted after the access check.
    if (!locked || !facts) throw new LoginRequired();
    const itemTypes = this.itemTypesFor(of, facts);
    const update = readShippingForm(form, facts.primaryAddress, itemTypes, this.itemTypes(fanclub));
    const from = facts.primaryAddress?.country ?? null;
    const autoRenewalDisabled = await this.store(tx, fanclub, customer.id, update, from);
    const kept = facts.chosenOptions.filter((_, at) => !update.choices.has(facts.chosenTypes[at]));
    const chosenOptions = [...kept, ...update.choices.values()];
    return { address: update.address, itemTypes, chosenOptions, autoRenewalDisabled };
  }

  /** The item types of which a plan's package lets members choose an option. Those without options are left out. */
  choicesOf(fanclub: FanclubInfo, plan: PublishedPlan): ParcelChoice[] {
    const items = plan.package?.items ?? [];
    const isRequired = ({ id }: ItemTypeRow): boolean =>
      items.some(({ itemTypeId, required }) => required && itemTypeId === id);
    return this.itemTypesOf(fanclub, items)
      .filter(({ options }) => options.length > 0)
      .map((itemType) => ({ ...itemType, required: isRequired(itemType) }));
  }

  /** A customer's package of a plan. Null: the plan has none, or the customer no address. */
  async parcelOf(fanclub: FanclubInfo, customer: number, plan: PublishedPlan): Promise<Parcel | null> {
    const facts = plan.package && (await this.factsOf(this.sql, fanclub, customer));
    if (!facts?.primaryAddress) return null;
    const { primaryAddress: address, chosenOptions } = facts;
    const choices = this.choicesOf(fanclub, plan).map((choice) => ({
      ...choice,
      chosen: choice.options.find(({ id }) => chosenOptions.includes(id)) ?? null,
    }));
    return { address, choices };
  }

  /**
   * Only checks what {@link storeForOrder} would check.
   * @param hasAddress whether the customer has an address, so that only options are read
   * @throws InvalidFields with `errors`
   */
  checkForOrder(
    fanclub: FanclubInfo,
    plan: PublishedPlan,
    form: UpdateShippingBody,
    hasAddress = false,
  ): void {
    this.readForOrder(fanclub, plan, form, hasAddress ? NO_ADDRESS : null);
  }

  /**
   * Stores the first address of a customer who orders a plan with a package, and the options chosen for it. A customer who has an
   * address by now keeps it.
   * @throws InvalidFields with `errors`
   */
  async storeForOrder(
    fanclub: FanclubInfo,
    customer: number,
    plan: PublishedPlan,
    form: UpdateShippingBody,
  ): Promise<void> {
    await this.withAddress(fanclub, customer, (tx, onFile) =>
      this.store(tx, fanclub, customer, this.readForOrder(fanclub, plan, form, onFile), null),
    );
  }

  /**
   * Changes where the package of a plan goes, and the options chosen for it, before the plan is ordered. As in {@link update}, fields
   * that are absent keep their values, and moving to another country turns auto renewal off.
   * @throws InvalidFields with `errors`
   */
  async changeForOrder(
    fanclub: FanclubInfo,
    customer: number,
    plan: PublishedPlan,
    form: UpdateShippingBody,
  ): Promise<void> {
    await this.withAddress(fanclub, customer, (tx, onFile) => {
      const choices = this.choicesOf(fanclub, plan);
      const update = readShippingForm(form, onFile, choices, this.itemTypes(fanclub), nameOf);
      return this.store(tx, fanclub, customer, update, onFile?.country ?? null);
    });
  }

  /** Runs `work` with the customer locked, and the address on file. */
  private withAddress(
    fanclub: FanclubInfo,
    customer: number,
    work: (tx: Statements, onFile: PostalAddress | null) => Promise<unknown>,
  ): Promise<void> {
    return this.sql.transaction(async (tx) => {
      if (!(await tx.first(LOCK_CUSTOMER, { fanclub: fanclub.id, customer }))) throw new LoginRequired();
      await work(tx, (await this.factsOf(tx, fanclub, customer))?.primaryAddress ?? null);
    });
  }

  /** With an address on file, only the options are read. */
  private readForOrder(
    fanclub: FanclubInfo,
    plan: PublishedPlan,
    form: UpdateShippingBody,
    onFile: PostalAddress | null,
  ): ShippingUpdate {
    const { options } = form;
    const read = onFile === null ? form : Object.assign(new UpdateShippingBody(), { options });
    return readShippingForm(read, onFile, this.choicesOf(fanclub, plan), this.itemTypes(fanclub), nameOf);
  }

  /** @param from the stored country; null without an address. @returns whether the update turned auto renewal off */
  private async store(
    tx: Statements,
    fanclub: FanclubInfo,
    customer: number,
    { address, choices }: ShippingUpdate,
    from: string | null,
  ): Promise<boolean> {
    const moves = from !== null && from !== address.country;
    const stored = await tx.rows(STORE_SHIPPING, {
      fanclub: fanclub.id,
      customer,
      ...address,
      itemTypes: [...choices.keys()],
      options: [...choices.values()],
    });
    const storedTypes = stored.map(({ itemTypeId }) => itemTypeId);
    refuseUnlisted([...choices.keys()].filter((id) => !storedTypes.includes(id)));
    return moves && customers.setAutoRenewal(tx, { fanclub: fanclub.id, customer }, false);
  }

  private factsOf(
    statements: Statements,
    fanclub: FanclubInfo,
    customerId: number,
  ): Promise<ShippingFacts | null> {
    return statements.first(FIND_SHIPPING_FACTS, { fanclub: fanclub.id, customer: customerId });
  }

  /** The item types of the viewer's active plan's package, then those of queued shipments. Each occurs once. */
  private itemTypesFor(
    { fanclub, membership }: Pick<ShippingCustomer, 'fanclub' | 'membership'>,
    { queuedPlans }: ShippingFacts,
  ): ItemTypeRow[] {
    const planIds = membership ? [membership.plan.id, ...queuedPlans] : queuedPlans;
    const plans = this.plans.published(fanclub);
    const items = planIds.flatMap((id) => plans.find((plan) => plan.id === id)?.package?.items ?? []);
    return this.itemTypesOf(fanclub, items);
  }

  private itemTypesOf(fanclub: FanclubInfo, items: readonly { itemTypeId: number | null }[]): ItemTypeRow[] {
    const byId = new Map(this.itemTypes(fanclub).map((itemType) => [itemType.id, itemType]));
    const asked = new Set(items.map(({ itemTypeId }) => itemTypeId));
    return [...asked].flatMap((id) => (id !== null && byId.get(id)) || []);
  }
}
