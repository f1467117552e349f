export {
  type ByteRange,
  FILE_KEY,
  FileMissing,
  FileStoreDown,
  STORE_NAMES,
  type StoredObject,
  type StoreName,
} from './file-store';
export * from './files';
export * from './files.module';
export { mediaTypeOf, MEDIA_TYPES } from './media-type';
export * from './sent-file';
