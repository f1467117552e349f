export * from './access.decorators';
export * from './access.errors';
export * from './access.mapping';
export * from './access.module';
export { type CustomerRow, customerColumns, customerJoins } from './access.queries';
export * from './plan-texts';
export * from './readable-body';
export * from './session-keeper';
export * from './viewer';
