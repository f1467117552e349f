export * from './fanclub-info';
export * from './fanclub-links';
export { Published, type ReadPart } from './published';
export * from './published.module';
export { readableRows } from './readable-rows';
