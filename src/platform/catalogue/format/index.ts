/** The builders of which domains describe their fields. */
export { keyed, list, object, type ObjectOf, type Read, setOf } from './composites';
export { nullable, optional, orNull } from './format';
export * from './scalars';
export { customFields, exactly, flag, id, idOf, integer, ref, uniqueInFanclub, uniqueInFile } from './values';
