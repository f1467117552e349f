import type { RowOf } from '#platform/database';
import type { READ_FANCLUB } from './published.queries';

/** The configuration of the fan club that a request is for. */
export type FanclubInfo = Omit<RowOf<typeof READ_FANCLUB>, 'keys'>;
