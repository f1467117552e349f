export { createDocument } from './document';
export {
  Chapter,
  listOf,
  mapOf,
  oneOf,
  type Message,
  Operation,
  orNull,
  Shaped,
} from './operation.decorator';
export * from './reference.module';
export { DATE, DAY_IN_WORDS, DECIMAL, HUMAN_DATE, ID, OFFSET_TIME, UTC_STAMP, UTC_TIME } from './formats';
