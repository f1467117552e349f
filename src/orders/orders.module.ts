import { Module } from '@nestjs/common';
import { PlansModule } from '../plans';
import { OrdersController } from './orders.controller';
import { OrdersService } from './orders.service';

@Module({ imports: [PlansModule], controllers: [OrdersController], providers: [OrdersService] })
export class OrdersModule {}
