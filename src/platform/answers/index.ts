export * from './answer-from-memory';
export * from './answers.module';
export { SameForVisitors } from './same-for-visitors.decorator';
