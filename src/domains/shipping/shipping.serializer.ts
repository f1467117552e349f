import { itemTypeKey } from '#domains/plans';
import { addressShape } from './address.serializer';
import type { PostalAddress } from './postal-address';
import type { ItemTypeFacts } from './shipping.queries';

/** A customer's primary address, and the choices that the package of the plan asks for. */
export interface ShippingDetails {
  /** Null without one on file. */
  address: PostalAddress | null;
  itemTypes: readonly ItemTypeFacts[];
  /** Ids of the options that the customer has chosen. */
  chosenOptions: readonly number[];
}

/** GET /account/shipping. */
export interface ShippingShape {
  address: PostalAddress | null;
  /** By item type, `item_type_<id>`; `{}` when empty (decisions 2.13). */
  items: Record<string, ShippingItemShape>;
}

/** The specification's "Shipping item (option selection)". */
export interface ShippingItemShape {
  label: string;
  options: { id: number; name: string; selected: boolean }[];
}

/** POST /account/shipping. */
export interface ShippingUpdateShape extends ShippingShape {
  /** Present only when the update turned auto renewal off (decisions 5.11). */
  auto_renewal_disabled?: true;
}

/** Prints a customer's shipping details. */
export function shippingShape({ address, itemTypes, chosenOptions }: ShippingDetails): ShippingShape {
  const item = ({ name, options }: ItemTypeFacts): ShippingItemShape => ({
    label: name,
    options: options.map(({ id, name }) => ({ id, name, selected: chosenOptions.includes(id) })),
  });
  return {
    address: address && addressShape(address),
    items: Object.fromEntries(itemTypes.map((itemType) => [itemTypeKey(itemType.id), item(itemType)])),
  };
}

/** Prints them after an update. */
export function shippingUpdateShape(
  details: ShippingDetails & { autoRenewalDisabled: boolean },
): ShippingUpdateShape {
  return { ...shippingShape(details), ...(details.autoRenewalDisabled && { auto_renewal_disabled: true }) };
}
