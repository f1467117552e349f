import { DomainError } from '#libs/envelope';
import { TEXTS } from './texts';

/**
 * There is more to do than can be done in reasonable time, so this request was not begun. Told with the text of a fault of ours,
 * as the contract has no other for it, and with `Retry-After`. Pages answer 503.
 */
export class Overloaded extends DomainError {
  readonly messages = [TEXTS.unexpected];
  override readonly retryAfter = 1;
  override readonly logLevel = 'warn';
}
