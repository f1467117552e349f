export * from './graceful-stop';
export * from './lifecycle';
export * from './log';
export * from './nest-logger';
export * from './operations.module';
export * from './rejections';
