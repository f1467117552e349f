import { Overloaded, TOO_MANY } from '#platform/http';
import { reportedBy } from './failures.rules';

/** The SQLSTATE of the triggers of `refuse_while_held()`. */
const HELD = 'FC001';

/** Whole seconds after which a refused client tries again. The end of a hold is unknown. */
const RETRY_AFTER = 5;

/** The fan club is held, so nothing of it may be written (decision 45). Nothing was. */
export class FanclubHeld extends Overloaded {
  override readonly messages = [TOO_MANY];
  override readonly retryAfter = RETRY_AFTER;
  override readonly logLevel = 'debug';
}

/** Whether a write was refused because its fan club is held. */
export function isHeld(error: unknown): boolean {
  return error instanceof FanclubHeld || reportedBy(error)?.code === HELD;
}

/** For `.catch()`: throws {@link FanclubHeld} instead of the database's own error, and other errors as they are. */
export function orHeld(error: unknown): never {
  throw isHeld(error) ? new FanclubHeld() : error;
}

/** For `.catch()` of notes that may be missing: ignores that the fan club is held. */
export function unlessHeld(error: unknown): void {
  if (!isHeld(error)) throw error;
}
