import type { Type } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { getMetadataStorage } from 'class-validator';
import type { DtoClass } from '#libs/validation';
import { refTo, type Schema, type Schemas } from './shapes';

const rulesOf = (type: Type) =>
  getMetadataStorage().getTargetValidationMetadatas(type, type.name, false, false);

/** Whether a value is a class with rules of class-validator. */
export const hasRules = (type: unknown): type is DtoClass =>
  typeof type === 'function' && rulesOf(type as DtoClass).length > 0;

/**
 * The schema of a class that has rules of class-validator but no `@ApiProperty`. It allows no other fields, and is put into
 * `schemas` together with those of the classes inside it.
 * @returns a reference to it
 */
export function schemaOfRules(type: Type, schemas: Schemas): Schema {
  const reference = refTo(type.name);
  if (schemas[type.name]) return reference;
  const optional = new Set<string>();
  const fields: Record<string, Record<string, unknown>> = {};
  for (const { type: kind, name = kind, propertyName, constraints = [], each } of rulesOf(type)) {
    const field = (fields[propertyName] ??= {});
    if (kind === 'conditionalValidation') optional.add(propertyName);
    const schema =
      kind === 'nestedValidation'
        ? nestedSchema(type, propertyName, schemas)
        : schemaOf(name, constraints as unknown[]);
    if (each || (kind === 'nestedValidation' && isList(type, propertyName))) {
      Object.assign(field, { type: 'array', items: { ...(field.items as object), ...schema } });
    } else Object.assign(field, schema);
  }
  const names = Object.keys(fields).sort();
  const required = names.filter((name) => !optional.has(name));
  schemas[type.name] = {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, fields[name]])),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
  return reference;
}

const isList = (type: Type, field: string): boolean =>
  Reflect.getMetadata('design:type', type.prototype as object, field) === Array;

function nestedSchema(type: Type, field: string, schemas: Schemas): Schema {
  // class-transformer's public functions reveal a class only through an instance.
  const { [field]: made } = plainToInstance(type, { [field]: [{}] }) as Record<string, [object]>;
  const nested = made[0].constructor as Type;
  if (nested === Object) throw new Error(`${type.name}.${field} has no @Type()`);
  return schemaOfRules(nested, schemas);
}

/** What a rule of class-validator means as JSON schema; nothing for a rule that a schema cannot express. */
function schemaOf(rule: string, [one, two]: readonly unknown[]): Schema {
  switch (rule) {
    case 'isString':
      return { type: 'string' };
    case 'isInt':
      return { type: 'integer' };
    case 'isBoolean':
      return { type: 'boolean' };
    case 'isObject':
      return { type: 'object' };
    case 'isArray':
      return { type: 'array' };
    case 'isEmail':
      return { type: 'string', format: 'email' };
    case 'isUrl':
      return { type: 'string', format: 'uri' };
    case 'isDateString':
    case 'isIso8601':
      return { type: 'string' };
    case 'isLength':
      return { minLength: one, maxLength: two };
    case 'minLength':
      return { minLength: one };
    case 'maxLength':
      return { maxLength: one };
    case 'min':
      return { minimum: one };
    case 'max':
      return { maximum: one };
    case 'isIn':
      return { enum: one };
    case 'matches':
      return { pattern: (one as RegExp).source };
    case 'arrayMinSize':
      return { minItems: one };
    case 'arrayMaxSize':
      return { maxItems: one };
    case 'arrayUnique':
      return { uniqueItems: true };
    default:
      return {};
  }
}
