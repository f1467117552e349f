import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { InCatalogue } from '#platform/catalogue';
import { PlansModule } from '#domains/plans';
import { ShippingController } from './shipping.controller';
import { ShippingService } from './shipping.service';
import { ItemOption, ItemSelection, ItemType, ShippingAddress } from './shipping.entity';
import { itemSelectionsInCatalogue } from './item-selections.catalogue';
import { itemTypesInCatalogue } from './item-types.catalogue';
import { shippingAddressesInCatalogue } from './shipping-addresses.catalogue';
import { StaffItemTypesController } from './staff/staff-item-types.controller';
import './staff/shipping.declarations';

@Module({
  imports: [TypeOrmModule.forFeature([ItemOption, ItemSelection, ItemType, ShippingAddress]), PlansModule],
  controllers: [ShippingController, StaffItemTypesController],
  providers: [ShippingService],
  exports: [ShippingService],
})
@InCatalogue(itemSelectionsInCatalogue, itemTypesInCatalogue, shippingAddressesInCatalogue)
export class ShippingModule {}
