export { deleteEntriesOf } from './contests.queries';
export { contestListJson } from './contest.serializer';
export * from './contests.module';
export { ContestsService } from './contests.service';
export type { OwnEntry, ShownDraw } from './draws.service';
export { DrawsService } from './draws.service';
export { NoDrawFound } from './contests.errors';
export type { Winner } from './winners.queries';
export { WinnersService } from './winners.service';
