import { ApiProperty } from '@nestjs/swagger';
import { OptionalInt, OptionalOneOf } from '#libs/validation';

const CONTEST_SCOPES = ['entered', 'selected', 'winners', 'forfeited'] as const;
/** Lists only contests that the viewer has entered, with this result. */
export type ContestScope = (typeof CONTEST_SCOPES)[number];

/** The default and the maximum of `limit` (contract 6.7). */
export const MAX_CONTESTS = 500;

/** The query of GET /contests. Unusable parameters are ignored (contract 1.8). */
export class ListContestsQuery {
  @ApiProperty({ description: 'The number of contests; 500 if absent.' })
  @OptionalInt({ max: MAX_CONTESTS })
  limit?: number;
  @ApiProperty({ description: 'Only contests of this event.' })
  @OptionalInt()
  event_id?: number;
  @ApiProperty({
    description:
      'Only contests that the customer has entered, in which the customer was selected, has won, or has forfeited.',
  })
  @OptionalOneOf(CONTEST_SCOPES)
  scope?: ContestScope;
}
