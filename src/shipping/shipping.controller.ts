import { Controller, Get } from '@nestjs/common';
import { AnyVisitor, CurrentViewer, type Viewer } from '../access';
import { shippingShape } from './shipping.serializer';
import { ShippingService } from './shipping.service';

@Controller('account/shipping')
export class ShippingController {
  constructor(private readonly shipping: ShippingService) {}

  @Get()
  @AnyVisitor()
  async show(@CurrentViewer() viewer: Viewer) {
    return shippingShape(await this.shipping.find(viewer));
  }
}
