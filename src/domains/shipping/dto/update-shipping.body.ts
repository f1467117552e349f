import { ApiProperty } from '@nestjs/swagger';
import { CountryCode, Others, Text } from '#libs/validation';
import type { PostalAddress } from '../postal-address';

/** The body of POST /account/shipping. If an address is on file, absent fields keep their values. */
export class UpdateShippingBody implements Partial<Record<keyof PostalAddress, string | null>> {
  @Text() first_name?: string | null;
  @Text() last_name?: string | null;
  @Text() address?: string | null;
  @ApiProperty({ nullable: true, description: 'Null or blank: no second line.' })
  @Text()
  address_2?: string | null;
  @Text() city?: string | null;
  @Text() state?: string | null;
  @Text() postal_code?: string | null;
  @CountryCode() country?: string | null;
  /** Ids of options by `item_type_<id of the item type>`. */
  @Others(/^item_type_\d+$/, { schema: { type: ['integer', 'string'], description: 'The id of an option.' } })
  options: Readonly<Record<string, unknown>> = {};
}
