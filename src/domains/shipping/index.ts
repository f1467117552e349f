export { type PostalAddress, addressShape } from './postal-address';
export { address, type AddressPart } from './shipping-addresses.catalogue';
export { shippingFacts, shippingFactsRow } from './shipping.queries';
export * from './shipping.module';
export { shippingShape, shippingUpdateShape } from './shipping.serializer';
export { type Parcel, type ParcelChoice, type ShippingCustomer, ShippingService } from './shipping.service';
export { UpdateShippingBody } from './dto/update-shipping.body';
export {
  Address,
  SHIPPING_ITEMS,
  type ShippingAnswer,
  type ShippingUpdateAnswer,
} from './dto/shipping.answer';
