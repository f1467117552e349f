import { ApiProperty } from '@nestjs/swagger';
import { ID } from '#platform/reference';

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
