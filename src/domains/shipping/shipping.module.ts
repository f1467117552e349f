import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { InCatalogue } from '#platform/catalogue';
import { PlansModule } from '#domains/plans';
import { ShippingController } from './shipping.controller';
import { ShippingService } from './shipping.service';
import { StaffShippingModule } from './staff/staff-shipping.module';
import { ItemOption } from './item-option.entity';
import { ItemSelection } from './item-selection.entity';
import { ItemType } from './item-type.entity';
import { ShippingAddress } from './shipping-address.entity';
import { itemSelectionsInCatalogue } from './item-selections.catalogue';
import { itemTypesInCatalogue } from './item-types.catalogue';
import { shippingAddressesInCatalogue } from './shipping-addresses.catalogue';

@Module({
  imports: [
    TypeOrmModule.forFeature([ItemOption, ItemSelection, ItemType, ShippingAddress]),
    PlansModule,
    StaffShippingModule,
  ],
  controllers: [ShippingController],
  providers: [ShippingService],
  exports: [ShippingService],
})
@InCatalogue(itemSelectionsInCatalogue, itemTypesInCatalogue, shippingAddressesInCatalogue)
export class ShippingModule {}
