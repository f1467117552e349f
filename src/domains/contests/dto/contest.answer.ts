import { ApiProperty } from '@nestjs/swagger';
import { ID, orNull, Shaped, UTC_STAMP } from '#platform/reference';

export class ContestZone {
  @ApiProperty({ type: 'string', description: 'IANA name.' }) tz!: string;
  @ApiProperty({ type: 'string', description: 'Such as `Pacific Time (US & Canada)`.' }) long!: string;
}

export class EventOfContest {
  @ApiProperty(ID) id!: number;
  @ApiProperty({ type: 'string' }) title!: string;
}

/** What the list and a single contest show. */
export class ContestFacts {
  @ApiProperty(ID) id!: number;
  @ApiProperty({ type: 'string' }) name!: string;
  @ApiProperty({ type: 'integer', minimum: 0, description: 'Years.' }) minimum_age!: number;
  @ApiProperty({
    type: 'string',
    enum: ['upcoming', 'running', 'ended', 'entered'],
    description: '`entered` if the customer has entered, whatever the time.',
  })
  status!: 'upcoming' | 'running' | 'ended' | 'entered';
  @ApiProperty(UTC_STAMP) starts_at!: string;
  @ApiProperty(UTC_STAMP) ends_at!: string;
  @ApiProperty({ type: ContestZone }) timezone!: ContestZone;
  @ApiProperty({ type: 'boolean' }) running!: boolean;
  @ApiProperty({ type: 'boolean' }) ended!: boolean;
  @ApiProperty({ type: 'boolean' }) entered!: boolean;
  @ApiProperty({ type: 'boolean' }) selected!: boolean;
  @ApiProperty({ type: 'boolean' }) forfeited!: boolean;
  @ApiProperty({ type: 'boolean', description: 'The customer was selected, and has confirmed.' })
  won!: boolean;
  @ApiProperty({ type: 'string', nullable: true, description: 'HTML.' }) details!: string | null;
  @ApiProperty({ type: 'string', nullable: true, description: 'HTML.' }) rules!: string | null;
}

/** A contest of GET /contests. */
export class ContestListItem extends ContestFacts {
  @ApiProperty({ type: 'null', description: 'The list does not name the event.' }) event!: null;
}

/** A single contest. */
export class Contest extends ContestFacts {
  @ApiProperty({ type: 'boolean', description: 'The customer’s age and plan allow an entry.' })
  available_to_customer!: boolean;
  @Shaped(orNull(EventOfContest)) event!: EventOfContest | null;
}
