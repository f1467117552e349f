import { ApiProperty } from '@nestjs/swagger';
import { ID, OFFSET_TIME } from '#platform/reference';

/** The zone of an event, as of its start. */
export class EventZone {
  @ApiProperty({ type: 'string', description: 'IANA name.' }) tz!: string;
  @ApiProperty({ type: 'string', description: 'Such as `PDT`; a number such as `-03` if there is none.' })
  short!: string;
  @ApiProperty({ type: 'string', description: 'Such as `Pacific Time (US & Canada)`.' }) long!: string;
  @ApiProperty({ type: 'string', pattern: '^[+-]\\d\\d:\\d\\d$' }) offset!: string;
}

export class Venue {
  @ApiProperty({ type: 'string' }) name!: string;
  @ApiProperty({ type: 'string', nullable: true }) address!: string | null;
  @ApiProperty({ type: 'string', nullable: true }) city!: string | null;
  @ApiProperty({ type: 'string', nullable: true }) state!: string | null;
  @ApiProperty({ type: 'string', nullable: true }) postalcode!: string | null;
  @ApiProperty({
    type: 'string',
    pattern: '^[A-Z]{2}$',
    nullable: true,
    description: 'ISO 3166 alpha-2 code.',
  })
  country!: string | null;
  @ApiProperty({ type: 'string', nullable: true }) country_name!: string | null;
  @ApiProperty({ type: 'string', nullable: true, description: 'Degrees.' }) lat!: string | null;
  @ApiProperty({ type: 'string', nullable: true, description: 'Degrees.' }) lon!: string | null;
}

/** A ticket link. Codes, instructions and address of an exclusive link are those of entitled customers only. */
export class TicketLink {
  @ApiProperty({ type: 'string' }) name!: string;
  @ApiProperty({ type: 'string', enum: ['Show', 'Show On Specific Dates Only', 'Sold Out'] }) status!: string;
  @ApiProperty({ type: 'boolean' }) exclusive!: boolean;
  @ApiProperty({
    type: 'string',
    description:
      'The address for tickets; the fan club’s join page if the link is exclusive and the visitor not entitled.',
  })
  url!: string;
  @ApiProperty({ type: 'string' }) host!: string;
  @ApiProperty({ type: [String] }) codes!: string[];
  @ApiProperty({ type: 'string', nullable: true, description: 'HTML.' }) code_instructions!: string | null;
  @ApiProperty({ ...ID, nullable: true }) affiliate_id!: number | null;
  @ApiProperty({ ...OFFSET_TIME, nullable: true }) publish_start!: string | null;
  @ApiProperty({ ...OFFSET_TIME, nullable: true }) publish_end!: string | null;
}

export class ContestOfEvent {
  @ApiProperty(ID) id!: number;
  @ApiProperty({ type: 'string' }) name!: string;
}

export class Event {
  @ApiProperty(ID) id!: number;
  @ApiProperty({ type: 'string' }) title!: string;
  @ApiProperty(OFFSET_TIME) date!: string;
  @ApiProperty(OFFSET_TIME) start!: string;
  @ApiProperty({ ...OFFSET_TIME, nullable: true }) doors_open!: string | null;
  @ApiProperty({ type: 'string', nullable: true, description: 'HTML.' }) description!: string | null;
  @ApiProperty({ type: [String] }) tags!: string[];
  @ApiProperty({ type: EventZone }) timezone!: EventZone;
  @ApiProperty({ type: Venue }) venue!: Venue;
  @ApiProperty({ type: [TicketLink], description: 'Empty with `scope=past`.' }) links!: TicketLink[];
  @ApiProperty({ type: [ContestOfEvent] }) contests!: ContestOfEvent[];
}

export class Pagination {
  @ApiProperty({ type: 'integer', minimum: 1 }) current_page!: number;
  @ApiProperty({ type: 'integer', minimum: 0 }) total_pages!: number;
}
