import { ApiProperty } from '@nestjs/swagger';
import { OptionalDate, OptionalInt, OptionalList, OptionalOneOf } from '#libs/validation';

const EVENT_ORDERS = ['ASC', 'DESC'] as const;
const EVENT_SCOPES = ['upcoming', 'past'] as const;
/** `active`: current or upcoming. */
const LINK_SCHEDULES = ['current', 'upcoming', 'past', 'active'] as const;

/** The default of `limit` (contract 6.4). */
export const DEFAULT_PAGE_SIZE = 100;
/** The maximum of `limit`. */
export const MAX_PAGE_SIZE = 500;

/** The query of GET /events. Unusable parameters are ignored (contract 1.8). */
export class ListEventsQuery {
  /** First and last local date, inclusive, `YYYY-MM-DD`. */
  @ApiProperty({ description: 'Only events on this day or later, in their own zone.' })
  @OptionalDate()
  start_date?: string;
  @ApiProperty({ description: 'Only events on this day or earlier, in their own zone.' })
  @OptionalDate()
  end_date?: string;
  @ApiProperty({ description: 'By date; `ASC` if absent.' })
  @OptionalOneOf(EVENT_ORDERS)
  order?: (typeof EVENT_ORDERS)[number];
  @ApiProperty({ description: 'Only upcoming or only past events; past events show no links.' })
  @OptionalOneOf(EVENT_SCOPES)
  scope?: (typeof EVENT_SCOPES)[number];
  /** Parts of link names, in any letter case. */
  @ApiProperty({
    description:
      'Only links whose name contains one of these texts, in any letter case; separated by commas.',
  })
  @OptionalList()
  links?: string[];
  @ApiProperty({
    description: 'Only links whose period is current, upcoming or past; `active` is current or upcoming.',
  })
  @OptionalOneOf(LINK_SCHEDULES)
  schedule?: (typeof LINK_SCHEDULES)[number];
  @ApiProperty({ description: 'Events per page; 100 if absent.' })
  @OptionalInt({ max: MAX_PAGE_SIZE })
  limit?: number;
  @ApiProperty({ description: 'The page; 1 if absent.' })
  @OptionalInt()
  page?: number;
  @ApiProperty({ description: 'Only events with one of these tags, separated by commas.' })
  @OptionalList()
  tags?: string[];
}
