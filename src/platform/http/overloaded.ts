import { DomainError } from '#libs/envelope';
import { TEXTS } from './texts';

/**
 * The load is too high, so the work of this request was not started. The answer has the text for server failures, since the API
 * has no other text for this, and the header `Retry-After`. Outside the API the status is 503.
 */
export class Overloaded extends DomainError {
  readonly messages = [TEXTS.unexpected];
  override readonly retryAfter = 1;
  override readonly status = 503;
  override readonly logLevel = 'warn';
}
