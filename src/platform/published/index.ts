export * from './fanclub-info';
export { Published, type ReadPart, timeless, type TurnsOfPart } from './published';
export * from './published.module';
