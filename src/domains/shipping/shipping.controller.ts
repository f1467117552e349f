import { Body, Controller, Get, Post } from '@nestjs/common';
import {
  AnyVisitor,
  CurrentViewer,
  type LoggedInViewer,
  ReadsOwn,
  RequireCustomer,
  type Viewer,
} from '#platform/access';
import { CachedAnswer } from '#platform/answers';
import { UpdateShippingBody } from './dto/update-shipping.body';
import { FORM_MESSAGES } from './shipping-form.rules';
import { shippingShape, shippingUpdateShape } from './shipping.serializer';
import { SHIPPING_WITH_VISIT } from './shipping.queries';
import { ShippingService } from './shipping.service';
import { Chapter, Operation, orNull } from '#platform/reference';
import { Address, SHIPPING_ITEMS } from './dto/shipping.answer';

@Controller('account/shipping')
@Chapter('Shipping', 'The customer’s address and package options.')
export class ShippingController {
  constructor(private readonly shipping: ShippingService) {}

  @Get()
  @Operation({
    id: 'showShipping',
    summary: 'Shows the shipping address and package options of the current customer',
    description: 'Without a customer, `address` is null and `items` is empty.',
    answer: { address: orNull(Address), items: SHIPPING_ITEMS },
  })
  @AnyVisitor()
  @ReadsOwn(SHIPPING_WITH_VISIT)
  @CachedAnswer()
  async show(@CurrentViewer() viewer: Viewer) {
    return shippingShape(await this.shipping.find(viewer));
  }

  @Post()
  @Operation({
    id: 'updateShipping',
    summary: 'Sets the shipping address and package options',
    description:
      'Without an address on file, all fields but `address_2` are required. Otherwise absent fields keep their values. ' +
      '`item_type_<n>` is the id of an option of the item type. `auto_renewal_disabled` is present if a new country ' +
      'turned auto renewal off.',
    answer: {
      address: Address,
      items: SHIPPING_ITEMS,
      auto_renewal_disabled: { type: 'boolean', const: true },
    },
    optional: ['auto_renewal_disabled'],
    failures: FORM_MESSAGES,
    hasFieldErrors: true,
  })
  @RequireCustomer()
  async update(@CurrentViewer() viewer: LoggedInViewer, @Body() body: UpdateShippingBody) {
    return shippingUpdateShape(await this.shipping.update(viewer, body));
  }
}
