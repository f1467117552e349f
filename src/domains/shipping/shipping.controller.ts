import { Body, Controller, Get, Post } from '@nestjs/common';
import {
  AnyVisitor,
  CurrentViewer,
  type LoggedInViewer,
  RequireCustomer,
  type Viewer,
} from '#platform/access';
import { UpdateShippingBody } from './dto/update-shipping.body';
import { shippingShape, shippingUpdateShape } from './shipping.serializer';
import { ShippingService } from './shipping.service';

@Controller('account/shipping')
export class ShippingController {
  constructor(private readonly shipping: ShippingService) {}

  @Get()
  @AnyVisitor()
  async show(@CurrentViewer() viewer: Viewer) {
    return shippingShape(await this.shipping.find(viewer));
  }

  @Post()
  @RequireCustomer()
  async update(@CurrentViewer() viewer: LoggedInViewer, @Body() body: UpdateShippingBody) {
    return shippingUpdateShape(await this.shipping.update(viewer, body));
  }
}
