export * from './answers.module';
export { SameForVisitors } from './same-for-visitors.decorator';
export * from './serve-cached-answers';
