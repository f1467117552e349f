export { deleteEntriesOf } from './contests.queries';
export { contestListJson } from './contest.serializer';
export * from './contests.module';
export { ContestsService } from './contests.service';
