export {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  discardEmbeddedPostgres,
  startEmbeddedPostgres,
} from './embedded-postgres';
export { type Lookup, bundledFolder, systemFolders } from './binaries';
export { NoPostgresFound, PostgresFailed } from './errors';
export { isAlive } from './lock';
