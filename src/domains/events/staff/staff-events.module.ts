import { Module } from '@nestjs/common';
import { EventFileController, EventImportController } from './events-csv.controller';
import { StaffEventsController, StaffVenuesController } from './staff-events.controller';
import { Tour } from './tour.service';

/** What staff do with events. */
@Module({
  controllers: [EventFileController, EventImportController, StaffEventsController, StaffVenuesController],
  providers: [Tour],
})
export class StaffEventsModule {}
