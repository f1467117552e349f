import { ContestsModule } from './contests';
import { EventsModule } from './events';
import { FanclubModule } from './fanclub';

/** The domains of the API. A new one adds a line. */
export const DOMAINS = [FanclubModule, EventsModule, ContestsModule];
