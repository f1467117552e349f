import { CreateFanclubs1760000001000 } from '../../migrations/1760000001000-CreateFanclubs';

/** In the order in which they run. A migration that has been released is never changed; a new one is added below. */
export const MIGRATIONS = [CreateFanclubs1760000001000] as const;
