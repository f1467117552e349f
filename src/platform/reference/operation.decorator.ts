import { applyDecorators, SetMetadata, type Type } from '@nestjs/common';
import { ApiExtraModels, ApiProperty, type ApiPropertyOptions, getSchemaPath } from '@nestjs/swagger';
import type { DomainError } from '#libs/envelope';

/** A part of a JSON schema. */
export type Schema = Readonly<Record<string, unknown>>;

/** A schema or a class whose properties have `@ApiProperty`. A list with one class stands for a list of its objects. */
export type Shape = Type | readonly [Type] | Schema;

/** An error, or its class. A variable part of its sentences is `<name>`. A sentence without a class is a text. */
export type Message = DomainError | (new () => DomainError) | string;

/** What the API reference says of a handler. */
export interface OperationFacts {
  /** Unique, in camel case. Clients generated from the document use it as a name. */
  readonly id: string;
  /** A line without a full stop. */
  readonly summary: string;
  readonly description?: string;
  /** The fields of a success beside `status`. */
  readonly answer?: Readonly<Record<string, Shape>>;
  /** Fields of `answer` that a success may leave out. */
  readonly optional?: readonly string[];
  /** The whole answer, if it has no envelope. */
  readonly bare?: Shape;
  /** The messages of a success. */
  readonly confirms?: readonly string[];
  /** Failures beside those of the access, of the body's class, and of all requests. */
  readonly failures?: readonly Message[];
  /** Messages of the body's class that this handler replaces by others. */
  readonly replaced?: readonly string[];
  /** Whether a rate limit applies. */
  readonly isLimited?: boolean;
  /** Whether a failure can have `errors`, the messages by field. */
  readonly hasFieldErrors?: boolean;
}

/** The metadata key of a handler's {@link OperationFacts}. */
export const OPERATION = 'fanclub:operation';
/** The metadata key of a controller's {@link ChapterFacts}. */
export const CHAPTER = 'fanclub:chapter';

/** A chapter of the API reference: the operations of one or more controllers. */
export interface ChapterFacts {
  readonly name: string;
  readonly description: string;
}

/** Describes a handler of the API. A test fails for a handler without a description, and for answers that it does not allow. */
export const Operation = (facts: OperationFacts): MethodDecorator =>
  applyDecorators(
    SetMetadata(OPERATION, facts),
    ApiExtraModels(...[...Object.values(facts.answer ?? {}), facts.bare ?? {}].flatMap(classesOf)),
  );

/** The chapter of the API reference in which a controller's operations appear. */
export const Chapter = (name: string, description: string): ClassDecorator =>
  SetMetadata(CHAPTER, { name, description } satisfies ChapterFacts);

/** A property of an answer that is another shape; `options` as those of `@ApiProperty`. */
export const Shaped =
  (shape: Shape, options: Pick<ApiPropertyOptions, 'required' | 'description'> = {}): PropertyDecorator =>
  (prototype, property) => {
    ApiProperty({ ...schemaOf(shape), ...options } as ApiPropertyOptions)(prototype, property);
    ApiExtraModels(...classesOf(shape))(prototype.constructor);
  };

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

/** The classes inside a schema; a symbol, so that the document does not show them. */
const CLASSES = Symbol('classes');

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
