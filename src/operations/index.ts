export * from './graceful-stop';
export * from './lifecycle';
export * from './log';
export * from './log-answers';
export * from './log-stream';
export * from './nest-logger';
export * from './operations.module';
export * from './rejections';
export { RequestLog } from './request-log';
