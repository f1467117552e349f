import { itemTypeKey } from '#domains/plans';
import { addressShape, type PostalAddress } from './postal-address';
import type { ShippingAnswer, ShippingItem, ShippingUpdateAnswer } from './dto/shipping.answer';
import type { ItemTypeRow } from './shipping.queries';

/** A customer's primary address, and the choices that the package of the plan asks for. */
export interface ShippingDetails {
  /** Null if the customer has none. */
  address: PostalAddress | null;
  itemTypes: readonly ItemTypeRow[];
  /** Ids of the options that the customer has chosen. */
  chosenOptions: readonly number[];
}

/** Prints a customer's shipping details; without item types, `items` is `{}` (contract 2.13). */
export function shippingShape({ address, itemTypes, chosenOptions }: ShippingDetails): ShippingAnswer {
  /** A shipping item (contract 5.23). */
  const itemShape = ({ name, options }: ItemTypeRow): ShippingItem => ({
    label: name,
    options: options.map(({ id, name }) => ({ id, name, selected: chosenOptions.includes(id) })),
  });
  return {
    address: address && addressShape(address),
    items: Object.fromEntries(itemTypes.map((type) => [itemTypeKey(type.id), itemShape(type)])),
  };
}

/** Prints shipping details after an update; `auto_renewal_disabled` only if the update turned it off (contract 5.11). */
export function shippingUpdateShape(
  details: ShippingDetails & { autoRenewalDisabled: boolean },
): ShippingUpdateAnswer {
  return {
    ...shippingShape(details),
    ...(details.autoRenewalDisabled && { auto_renewal_disabled: true as const }),
  };
}
