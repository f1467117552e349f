/** The builders with which domains declare their fields. */
export { keyed, list, setOf } from './lists';
export { fallbacksOf, object, type ObjectOf, type Read } from './objects';
export { nullable, optional, orNull } from './format';
export * from './scalars';
export {
  choice,
  customFields,
  exactly,
  flag,
  id,
  integer,
  ref,
  uniqueInFanclub,
  uniqueInFile,
} from './values';
