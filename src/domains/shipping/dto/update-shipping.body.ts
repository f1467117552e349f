import { CountryCode, Others, Text } from '#libs/validation';
import type { PostalAddress } from '../postal-address';

/** POST /account/shipping. All but `address_2` are required unless an address is on file; then a field left out keeps its value. */
export class UpdateShippingBody implements Partial<Record<keyof PostalAddress, string | null>> {
  @Text() first_name?: string | null;
  @Text() last_name?: string | null;
  @Text() address?: string | null;
  @Text() address_2?: string | null;
  @Text() city?: string | null;
  @Text() state?: string | null;
  @Text() postal_code?: string | null;
  @CountryCode() country?: string | null;
  /** Ids of options, by `item_type_<id of the item type>`. */
  @Others(/^item_type_\d+$/) options: Readonly<Record<string, unknown>> = {};
}
