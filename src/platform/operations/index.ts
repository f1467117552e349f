export * from './graceful-stop';
export * from './listen';
export * from './log';
export { logAnswers, logsAnswers, RequestLog } from './request-log';
export * from './log-stream';
export * from './nest-logger';
export * from './operations.module';
export * from './serve-metrics';
export * from './version';
