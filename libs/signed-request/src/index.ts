export * from './signed-request';
