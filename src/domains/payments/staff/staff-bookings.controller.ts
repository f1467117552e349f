import { Get, Query } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import {
  ClubStaffController,
  csvFile,
  csvOf,
  CurrentStaff,
  invalidRequest,
  StaffOnly,
  type StaffViewer,
} from '#platform/staff';
import { Answers } from '#platform/reference';
import { isMonth } from '../bookings/bookings.service';
import { BookingsOfMonth } from './dto/booking.answers';
import { BOOKING_HEADINGS, StaffBookingsService } from './staff-bookings.service';

const MONTH = { name: 'month', required: true, schema: { type: 'string', example: '2026-10' } } as const;

/** What a fan club took and gave back in a month, for its bookkeeper. */
@ClubStaffController('bookings')
export class StaffBookingsController {
  constructor(private readonly bookings: StaffBookingsService) {}

  @Get()
  @StaffOnly('bookings.read')
  @Answers({ 200: BookingsOfMonth })
  @ApiQuery(MONTH)
  totals(@CurrentStaff() viewer: StaffViewer, @Query('month') month: string | undefined): Promise<object> {
    return this.bookings.totals(viewer, requiredMonth(month));
  }
}

/** The bookings of a month, as a CSV file. */
@ClubStaffController('bookings.csv')
export class StaffBookingsFileController {
  constructor(private readonly bookings: StaffBookingsService) {}

  @Get()
  @StaffOnly('bookings.read')
  @Answers(csvOf(BOOKING_HEADINGS))
  @ApiQuery(MONTH)
  async export(@CurrentStaff() viewer: StaffViewer, @Query('month') month: string | undefined) {
    const asked = requiredMonth(month);
    return csvFile(`bookings-${asked}`, BOOKING_HEADINGS, await this.bookings.rows(viewer, asked));
  }
}

/** @throws Problem (400) if it is no month */
function requiredMonth(month: unknown): string {
  if (typeof month !== 'string' || !isMonth(month)) throw invalidRequest('month must be a month: 2026-10.');
  return month;
}
