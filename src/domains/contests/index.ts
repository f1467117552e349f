export { contestListJson } from './contest.serializer';
export * from './contests.module';
export { ContestsService } from './contests.service';
