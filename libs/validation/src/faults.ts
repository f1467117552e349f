import { validateSync } from 'class-validator';
import { FieldErrors } from '#libs/envelope';
import { BLANK, type DtoClass, shapeOf } from './fields';

/**
 * The faults of a DTO according to its class. Messages that are added later are sorted into the order of the class's fields.
 * @param needed fields that are required in addition to those marked `@Required()`
 */
export function faultsOf<T extends object>(dto: T, needed: readonly (keyof T & string)[] = []): FieldErrors {
  const errors = new FieldErrors([...shapeOf(dto.constructor as DtoClass).fields.keys()]);
  for (const { property, constraints } of validateSync(dto)) {
    for (const message of Object.values(constraints ?? {})) errors.add(property, message);
  }
  for (const name of needed) {
    const isMissing = dto[name] === undefined || dto[name] === null;
    if (isMissing && !errors.has(name)) errors.add(name, BLANK);
  }
  return errors;
}

/** A copy of a DTO without some fields, as if they had not been sent. */
export function without<T extends object>(dto: T, names: readonly (keyof T)[]): T {
  const copy = Object.assign(Object.create(Object.getPrototypeOf(dto) as object) as T, dto);
  for (const name of names) delete copy[name];
  return copy;
}
