export { CatalogueFaults, describeFault, type Fault, FAULT_LIMIT, Faults } from './faults';
export {
  type Fields,
  isObject,
  keyed,
  list,
  memberPath,
  object,
  type ObjectCheck,
  ObjectFormat,
  type ObjectOf,
  type Read,
  setOf,
} from './format/composites';
export {
  type Definitions,
  Format,
  type JsonSchema,
  nullable,
  Optional,
  optional,
  orNull,
  Reading,
} from './format/format';
export * from './format/scalars';
export {
  customFields,
  exactly,
  fanclubOf,
  flag,
  id,
  idOf,
  integer,
  ref,
  type Reference,
  uniqueInFanclub,
  uniqueInFile,
} from './format/values';
