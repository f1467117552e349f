import { Module } from '@nestjs/common';
import { StaffEventsController } from './staff-events.controller';

/** What staff do with events. */
@Module({ controllers: [StaffEventsController] })
export class StaffEventsModule {}
