import { Module } from '@nestjs/common';
import { StaffEventsController, StaffVenuesController } from './staff-events.controller';
import { Tour } from './tour.service';

/** What staff do with events. */
@Module({ controllers: [StaffEventsController, StaffVenuesController], providers: [Tour] })
export class StaffEventsModule {}
