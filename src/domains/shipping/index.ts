export { ItemOption } from './item-option.entity';
export { ItemSelection } from './item-selection.entity';
export { ItemType } from './item-type.entity';
export type { PostalAddress } from './postal-address';
export { ShippingAddress } from './shipping-address.entity';
export { address, type AddressPart } from './shipping-addresses.catalogue';
export { addressShape } from './address.serializer';
export { shippingFacts, shippingFactsRow } from './shipping.queries';
export * from './shipping.module';
