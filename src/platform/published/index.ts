export * from './fanclub-info';
export * from './fanclub-links';
export * from './last-known';
export { Published, type ReadPart } from './published';
export * from './published.module';
export { LISTENER_NAME } from './published-changes';
export { readableRows } from './readable-rows';
