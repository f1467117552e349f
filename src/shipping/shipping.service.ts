import { Injectable } from '@nestjs/common';
import type { FanclubInfo, Viewer } from '../access';
import { Sql } from '../database/sql';
import {
  FIND_SHIPPING_FACTS,
  LIST_PACKAGE_CHOICES,
  type PackageChoicesRow,
  type ShippingFactsRow,
} from './shipping.queries';
import type { ShippingDetails } from './shipping.serializer';

const NOTHING: ShippingDetails = { address: null, itemTypes: [], chosenOptions: [] };

/** Where customers have their parcels sent, and what they choose for them. */
@Injectable()
export class ShippingService {
  constructor(private readonly sql: Sql) {}

  /**
   * The customer's primary address and, for the package of the active plan, what there is to choose (decisions 5.9).
   * Nothing at all for a visitor without customer or a customer without address, as the specification has it.
   */
  async find({ fanclub, customer, membership }: Viewer): Promise<ShippingDetails> {
    if (customer === null) return NOTHING;
    const facts = await this.sql.first<ShippingFactsRow>(FIND_SHIPPING_FACTS, [fanclub.id, customer.id]);
    if (!facts?.primary_address) return NOTHING;
    const choices = membership && (await this.published(fanclub));
    return {
      address: facts.primary_address,
      itemTypes: choices?.find(({ plan_id }) => plan_id === membership?.plan.id)?.item_types ?? [],
      chosenOptions: facts.chosen_options,
    };
  }

  /** What the packages of the fan club's plans let customers choose, the same for all its visitors. */
  private published(fanclub: FanclubInfo): Promise<PackageChoicesRow[]> {
    return this.sql.rows<PackageChoicesRow>(LIST_PACKAGE_CHOICES, [fanclub.id]);
  }
}
