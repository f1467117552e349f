export { ContestEntry, ONE_ENTRY_PER_CUSTOMER } from './contest-entry.entity';
export { ContestPlan } from './contest-plan.entity';
export { Contest } from './contest.entity';
export * from './contests.module';
