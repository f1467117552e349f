import { ApiProperty } from '@nestjs/swagger';
import { ID, mapOf } from '#platform/reference';

export class Address {
  @ApiProperty({ type: 'string' }) first_name!: string;
  @ApiProperty({ type: 'string' }) last_name!: string;
  @ApiProperty({ type: 'string' }) address!: string;
  @ApiProperty({ type: 'string', description: 'Empty if there is no second line.' }) address_2!: string;
  @ApiProperty({ type: 'string' }) city!: string;
  @ApiProperty({ type: 'string' }) state!: string;
  @ApiProperty({ type: 'string' }) postal_code!: string;
  @ApiProperty({ type: 'string', pattern: '^[A-Z]{2}$', description: 'ISO 3166 alpha-2 code.' })
  country!: string;
}

export class ItemOption {
  @ApiProperty(ID) id!: number;
  @ApiProperty({ type: 'string' }) name!: string;
  @ApiProperty({ type: 'boolean' }) selected!: boolean;
}

/** An item type of which the customer chooses an option. */
export class ShippingItem {
  @ApiProperty({ type: 'string' }) label!: string;
  @ApiProperty({ type: [ItemOption] }) options!: ItemOption[];
}

/** The items of shipping details, by `item_type_<id of the item type>`. */
export const SHIPPING_ITEMS = mapOf(ShippingItem, '^item_type_\\d+$');

/** GET /account/shipping. */
export interface ShippingAnswer {
  address: Address | null;
  items: Record<string, ShippingItem>;
}

/** POST /account/shipping. */
export interface ShippingUpdateAnswer extends ShippingAnswer {
  /** Absent unless the update turned auto renewal off. */
  auto_renewal_disabled?: true;
}
