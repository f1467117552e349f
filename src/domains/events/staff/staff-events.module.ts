import { Module } from '@nestjs/common';
import { EventCsvController } from './events-csv.controller';
import { StaffEventsController, StaffVenuesController } from './staff-events.controller';
import { Tour } from './tour.service';

/** What staff do with events. */
@Module({
  controllers: [EventCsvController, StaffEventsController, StaffVenuesController],
  providers: [Tour],
})
export class StaffEventsModule {}
