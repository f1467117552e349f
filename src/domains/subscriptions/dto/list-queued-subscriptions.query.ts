import { OptionalOneOf } from '#libs/validation';

const QUEUED_SCOPES = ['upcoming', 'past'] as const;

/** What GET /subscriptions/queued takes. */
export class ListQueuedSubscriptionsQuery {
  /** `upcoming`: not processed yet; `past`: processed. Without it, all are listed. */
  @OptionalOneOf(QUEUED_SCOPES) scope?: (typeof QUEUED_SCOPES)[number];
}
