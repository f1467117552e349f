import { Injectable } from '@nestjs/common';
import { type FanclubInfo, type LoggedInViewer, LoginRequired, type Viewer } from '#platform/access';
import { Sql, type Statements } from '#platform/database';
import { Published } from '#platform/published';
import type { UpdateShippingBody } from './dto/update-shipping.body';
import { readShippingForm, refuseUnlisted, type ShippingUpdate } from './shipping-form.rules';
import {
  FIND_SHIPPING_FACTS,
  HOLD_RECIPIENT,
  type ItemTypeFacts,
  LIST_ITEM_TYPES,
  LIST_PACKAGE_CHOICES,
  type PackageChoices,
  type Recipient,
  STORE_SHIPPING,
} from './shipping.queries';
import type { ShippingDetails } from './shipping.serializer';

const NOTHING: ShippingDetails = { address: null, itemTypes: [], chosenOptions: [] };

/** Where customers have their parcels sent, and what they choose for them. */
@Injectable()
export class ShippingService {
  /** What the packages of a fan club's plans let their customers choose: the same for everybody. */
  private readonly choices: (fanclub: FanclubInfo) => readonly PackageChoices[];
  private readonly itemTypes: (fanclub: FanclubInfo) => readonly ItemTypeFacts[];

  constructor(
    private readonly sql: Sql,
    published: Published,
  ) {
    this.choices = published.declare((db, { id }) => db.rows(LIST_PACKAGE_CHOICES, { fanclub: id }));
    this.itemTypes = published.declare((db, { id }) => db.rows(LIST_ITEM_TYPES, { fanclub: id }));
  }

  /**
   * The customer's primary address and what there is to choose for the customer's packages (decisions 5.9).
   * Nothing at all for a visitor without customer or a customer without address, as the specification has it.
   */
  async find(viewer: Viewer): Promise<ShippingDetails> {
    if (viewer.customer === null) return NOTHING;
    const facts = await this.factsOf(this.sql.readsFor(viewer), viewer, viewer.customer.id);
    if (!facts?.primaryAddress) return NOTHING;
    return {
      address: facts.primaryAddress,
      itemTypes: this.itemTypesFor(viewer, facts),
      chosenOptions: facts.chosenOptions,
    };
  }

  /**
   * Creates or changes the customer's primary address and chooses options, all of it or nothing. Moving to another country
   * turns auto renewal off (decisions 5.11).
   * @throws InvalidFields with `errors`
   */
  async update(
    viewer: LoggedInViewer,
    form: UpdateShippingBody,
  ): Promise<ShippingDetails & { autoRenewalDisabled: boolean }> {
    return this.sql.transaction(async (tx) => {
      const held = await tx.first(HOLD_RECIPIENT, {
        fanclub: viewer.fanclub.id,
        customer: viewer.customer.id,
      });
      const facts = await this.factsOf(tx, viewer, viewer.customer.id);
      // Deleted a moment ago: then the session is gone too.
      if (!held || !facts) throw new LoginRequired();
      const itemTypes = this.itemTypesFor(viewer, facts);
      const update = readShippingForm(form, facts.primaryAddress, itemTypes, this.itemTypes(viewer.fanclub));
      const autoRenewalDisabled = await this.store(tx, viewer, update, facts.primaryAddress?.country ?? null);
      const kept = facts.chosenOptions.filter((_, at) => !update.choices.has(facts.chosenTypes[at]));
      const chosenOptions = [...kept, ...update.choices.values()];
      return { address: update.address, itemTypes, chosenOptions, autoRenewalDisabled };
    });
  }

  /** Stores what the form says; returns whether that ended auto renewal. `from`: the country on file, null without address. */
  private async store(
    tx: Statements,
    { fanclub, customer }: LoggedInViewer,
    { address, choices }: ShippingUpdate,
    from: string | null,
  ): Promise<boolean> {
    const moves = from !== null && from !== address.country;
    const stored = await tx.first(STORE_SHIPPING, {
      fanclub: fanclub.id,
      customer: customer.id,
      ...address,
      itemTypes: [...choices.keys()],
      options: [...choices.values()],
      endsAutoRenewal: moves,
    });
    const storedTypes = stored?.storedTypes ?? [];
    refuseUnlisted([...choices.keys()].filter((id) => !storedTypes.includes(id)));
    return stored?.autoRenewalDisabled ?? false;
  }

  private factsOf(
    statements: Statements,
    { fanclub }: Viewer,
    customerId: number,
  ): Promise<Recipient | null> {
    return statements.first(FIND_SHIPPING_FACTS, { fanclub: fanclub.id, customer: customerId });
  }

  /** What the package of the viewer's active plan asks for, then those of parcels still to be sent; each item type once. */
  private itemTypesFor({ fanclub, membership }: Viewer, { queuedPlans }: Recipient): ItemTypeFacts[] {
    const plans = membership ? [membership.plan.id, ...queuedPlans] : queuedPlans;
    const choices = this.choices(fanclub);
    const asked = plans.flatMap((id) => choices.find(({ planId }) => planId === id)?.itemTypes ?? []);
    return [...new Map(asked.map((itemType) => [itemType.id, itemType])).values()];
  }
}
