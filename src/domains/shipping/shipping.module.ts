import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ShippingController } from './shipping.controller';
import { ShippingService } from './shipping.service';
import { ItemOption } from './item-option.entity';
import { ItemSelection } from './item-selection.entity';
import { ItemType } from './item-type.entity';
import { ShippingAddress } from './shipping-address.entity';

@Module({
  imports: [TypeOrmModule.forFeature([ItemOption, ItemSelection, ItemType, ShippingAddress])],
  controllers: [ShippingController],
  providers: [ShippingService],
})
export class ShippingModule {}
