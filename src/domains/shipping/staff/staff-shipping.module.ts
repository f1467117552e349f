import { Module } from '@nestjs/common';
import { StaffItemTypesController } from './staff-item-types.controller';

/** What staff do with the choices that packages offer. */
@Module({ controllers: [StaffItemTypesController] })
export class StaffShippingModule {}
