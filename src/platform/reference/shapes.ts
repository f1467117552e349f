import type { Type } from '@nestjs/common';
import { ApiExtraModels, ApiProperty, type ApiPropertyOptions, getSchemaPath } from '@nestjs/swagger';

/** A part of a JSON schema. */
export type Schema = Readonly<Record<string, unknown>>;

/** A part of a document that is being made. */
export type Mutable = Record<string, unknown>;
/** The schemas of a document by name. */
export type Schemas = Record<string, Mutable>;

/** A reference to the schema of a name. */
export const refTo = (name: string): { $ref: string } => ({ $ref: `#/components/schemas/${name}` });

/** A schema or a class whose properties have `@ApiProperty`. A list with one class stands for a list of its objects. */
export type Shape = Type | readonly [Type] | Schema;

/** A property of an answer that is another shape; `options` as those of `@ApiProperty`. */
export const Shaped =
  (shape: Shape, options: Pick<ApiPropertyOptions, 'required' | 'description'> = {}): PropertyDecorator =>
  (prototype, property) => {
    ApiProperty({ ...propertyOf(shape), ...options } as ApiPropertyOptions)(prototype, property);
    ApiExtraModels(...classesOf(shape))(prototype.constructor);
  };

/** `@nestjs/swagger` wants classes themselves, and overwrites a plain reference by the property's type. */
function propertyOf(shape: Shape): Schema {
  if (typeof shape === 'function' || isList(shape)) return { type: shape };
  return '$ref' in shape ? { allOf: [shape] } : shape;
}

/** The shape or null. */
export const orNull = (shape: Shape): Schema => ({
  anyOf: [schemaOf(shape), { type: 'null' }],
  [CLASSES]: classesOf(shape),
});

/** One of several shapes. */
export const oneOf = (...shapes: readonly Shape[]): Schema => ({
  oneOf: shapes.map(schemaOf),
  [CLASSES]: shapes.flatMap(classesOf),
});

/** Lists of one of several shapes. */
export const listOf = (shape: Shape): Schema => ({
  type: 'array',
  items: schemaOf(shape),
  [CLASSES]: classesOf(shape),
});

/** An object with names that the document does not know. */
export const mapOf = (shape: Shape, pattern: string): Schema => ({
  type: 'object',
  patternProperties: { [pattern]: schemaOf(shape) },
  additionalProperties: false,
  [CLASSES]: classesOf(shape),
});

/** An object with these fields and no others. `optional` names those that it may lack. */
export const objectOf = (
  fields: Readonly<Record<string, Shape>>,
  optional: readonly string[] = [],
): Schema => ({
  type: 'object',
  required: Object.keys(fields).filter((name) => !optional.includes(name)),
  additionalProperties: false,
  properties: Object.fromEntries(Object.entries(fields).map(([name, shape]) => [name, schemaOf(shape)])),
  [CLASSES]: Object.values(fields).flatMap(classesOf),
});

/** The schemas of {@link named}; a document contains those to which it refers. */
const NAMED = new Map<string, () => Schema>();

/**
 * A schema that documents contain once, under its name, and to which this shape refers.
 * @param schema is called when a document is made
 */
export function named(name: string, schema: () => Schema): Schema {
  NAMED.set(name, schema);
  return refTo(name);
}

/** Whether {@link named} has a schema of this name. */
export const isNamed = (name: string): boolean => NAMED.has(name);

/** The schema of a name. @throws TypeError if {@link named} does not have it */
export const schemaNamed = (name: string): Record<string, unknown> => ({ ...NAMED.get(name)!() });

/** The classes inside a schema; a symbol, so that the document does not show them. */
const CLASSES = Symbol('classes');

/** The classes to which a shape refers. */
export function classesOf(shape: Shape): Type[] {
  if (typeof shape === 'function') return [shape];
  if (isList(shape)) return [shape[0]];
  return (shape as { [CLASSES]?: Type[] })[CLASSES] ?? [];
}

/** The JSON schema of a shape. */
export function schemaOf(shape: Shape): Schema {
  if (typeof shape === 'function') return { $ref: getSchemaPath(shape) };
  return isList(shape) ? { type: 'array', items: { $ref: getSchemaPath(shape[0]) } } : shape;
}

const isList = (shape: Shape): shape is readonly [Type] => Array.isArray(shape);
