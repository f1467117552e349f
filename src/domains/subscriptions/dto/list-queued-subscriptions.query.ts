import { ApiProperty } from '@nestjs/swagger';
import { OptionalOneOf } from '#libs/validation';

const QUEUED_SCOPES = ['upcoming', 'past'] as const;

/** The query of GET /subscriptions/queued. */
export class ListQueuedSubscriptionsQuery {
  /** `upcoming`: not processed yet; `past`: processed. Lists both if absent. */
  @ApiProperty({ description: '`upcoming`: not processed yet; `past`: processed; both if absent.' })
  @OptionalOneOf(QUEUED_SCOPES)
  scope?: (typeof QUEUED_SCOPES)[number];
}
