export * from './bare.decorator';
export * from './domain-error';
export * from './envelope.filter';
export * from './envelope.interceptor';
export * from './envelope.module';
export * from './envelope.texts';
export * from './field-errors';
export * from './render';
