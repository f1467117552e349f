import type { ArgumentMetadata, PipeTransform, Type } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { type DtoClass, shapeOf, UNUSABLE } from './fields';

type JsonObject = Readonly<Record<string, unknown>>;

/** The value as an object; null for any other JSON value. */
function objectOf(value: unknown): JsonObject | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null;
}

/**
 * Turns any JSON value into a DTO. Fields that the class does not name are dropped; fields that were not sent are undefined. Never
 * refuses a value; call `faultsOf` to validate.
 */
export function fill<T extends object>(type: DtoClass<T>, sent: unknown): T {
  const { fields, others, wrapper } = shapeOf(type);
  const body = objectOf(sent) ?? {};
  const inner = wrapper !== null && Object.hasOwn(body, wrapper) ? objectOf(body[wrapper]) : null;
  const simple: Record<string, unknown> = {};
  const special: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(inner ? { ...body, ...inner } : body)) {
    const nested = fields.get(name);
    if (nested === undefined || value === undefined) continue;
    if (nested && value !== null) special[name] = objectOf(value) ? fill(nested, value) : UNUSABLE;
    // class-transformer would copy an object first, and fails if it has a key `constructor`.
    else simple[name] = typeof value === 'object' && value !== null ? UNUSABLE : value;
  }
  if (wrapper !== null && inner) special[wrapper] = true;
  if (others) {
    const isOther = ([name]: [string, unknown]) => !fields.has(name) && others.pattern.test(name);
    special[others.property] = Object.fromEntries(Object.entries(body).filter(isOther));
  }
  // Most queries contain only the key.
  const dto = Object.keys(simple).length === 0 ? new type() : plainToInstance(type, simple);
  return Object.assign(dto, special);
}

function isDto(type: Type): type is DtoClass {
  const { fields, others } = shapeOf(type as DtoClass);
  return fields.size > 0 || others !== null;
}

/** Turns the query or body into the handler's DTO class, for handlers that take it as a whole. */
export class DtoPipe implements PipeTransform {
  transform(value: unknown, { type, data, metatype }: ArgumentMetadata): unknown {
    const isWhole = (type === 'query' || type === 'body') && data === undefined;
    return isWhole && metatype && isDto(metatype) ? fill(metatype, value) : value;
  }
}
