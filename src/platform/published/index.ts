export * from './fanclub-info';
export { Published, type ReadPart } from './published';
export * from './published.module';
