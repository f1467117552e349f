export { CatalogueFaults, describeFault, type Fault, FAULT_LIMIT, Faults } from './faults';
export {
  type Fields,
  isObject,
  memberPath,
  object,
  type ObjectCheck,
  ObjectFormat,
  type ObjectOf,
  type Read,
} from './format/objects';
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
export { keyed, list, setOf } from './format/lists';
export * from './format/scalars';
export {
  choice,
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
