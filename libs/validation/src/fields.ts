import { applyDecorators, createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { Allow, getMetadataStorage, ValidateBy, type ValidationOptions } from 'class-validator';
import { humanize } from '#libs/envelope';
import type { FastifyRequest } from 'fastify';

/** The class of a query or body. */
export type DtoClass<T extends object = object> = new () => T;

/** Replaces a value of the wrong type, such as a list sent for a text. No client can send it. */
export const UNUSABLE = Symbol('unusable');

/** Returns a value's fault as the end of a sentence that begins with the field's name; null if the value is valid. */
export type Fault = (value: unknown, dto: object) => string | null;

/** A class-validator constraint that fails with the message of a {@link Fault}. */
export const rule = (name: string, fault: Fault, options?: ValidationOptions): PropertyDecorator =>
  ValidateBy(
    {
      name,
      validator: {
        validate: (value, context) => fault(value, context!.object) === null,
        defaultMessage: (context) => fault(context!.value, context!.object) ?? '',
      },
    },
    options,
  );

/** What the API reference says of a field. */
export interface FieldReference {
  schema: ApiPropertyOptions;
  /** All faults that the field's rules can return. */
  faults?: readonly string[];
}

/** Adds to what the API reference says of a field. Fields are optional unless `schema` says otherwise. */
export const referenced = ({ schema, faults = [] }: FieldReference): PropertyDecorator =>
  applyDecorators(
    ApiProperty({ ...schema, required: schema.required ?? false } as ApiPropertyOptions),
    (prototype: object, property: string | symbol) =>
      Reflect.defineMetadata(FAULTS, [...faultsNamedBy(prototype, property), ...faults], prototype, property),
  );

const FAULTS = Symbol('faults');
const faultsNamedBy = (prototype: object, property: string | symbol): readonly string[] =>
  (Reflect.getMetadata(FAULTS, prototype, property) as readonly string[] | undefined) ?? [];

/** A field of a DTO class: class-transformer reads its value with `read`, class-validator checks the result with `fault`. */
export const field = (
  name: string,
  read: (value: unknown) => unknown,
  reference: FieldReference,
  fault: Fault = () => null,
): PropertyDecorator =>
  applyDecorators(
    Transform(({ value }) => read(value)),
    rule(name, fault),
    referenced(reference),
  );

/** Refuses a field that is absent, null or blank. Stands above the other decorators of the field. */
export const Required = (): PropertyDecorator =>
  applyDecorators(
    rule('required', (value) => (value === undefined || value === null ? BLANK : null)),
    referenced({ schema: { required: true }, faults: [BLANK] }),
  );

/** The message for a required field that is missing. */
export const BLANK = "can't be blank";

/** The sentences for fields that are missing. */
export const blank = (...fields: readonly string[]): string[] =>
  fields.map((field) => `${humanize(field)} ${BLANK}`);

/** Metadata keys of a DTO class for its special fields. */
const NESTED = Symbol('nested');
const OTHERS = Symbol('others');
const WRAPPER = Symbol('wrapper');

/** Fields whose names the class does not know. */
export interface Others extends OthersReference {
  property: string;
  pattern: RegExp;
}

/** What the API reference says of {@link Others}. */
interface OthersReference {
  /** Matching names that are always supported. */
  examples: readonly string[];
  /** The JSON schema of each. */
  schema: Readonly<Record<string, unknown>>;
  /** The fields that can be sent instead; without any, one of the others is required. Null if none is required. */
  requiredUnless: readonly string[] | null;
}

/** A nested object with its own DTO class. Null stays null; any other value is {@link UNUSABLE}. */
export const Nested = (type: DtoClass): PropertyDecorator =>
  applyDecorators(Allow(), referenced({ schema: { type } }), (prototype: object, property: string | symbol) =>
    Reflect.defineMetadata(NESTED, type, prototype, property),
  );

/** Collects, unchanged, the fields that the class does not name and whose names match the pattern. */
export const Others = (
  pattern: RegExp,
  {
    examples = [],
    schema = { type: 'string' },
    requiredUnless = null,
  }: Readonly<Partial<OthersReference>> = {},
): PropertyDecorator =>
  applyDecorators(Allow(), (prototype: object, property: string | symbol) =>
    Reflect.defineMetadata(OTHERS, { property, pattern, examples, schema, requiredUnless }, prototype),
  );

/** An object that may contain the other fields as well; its values take precedence. The property is true if it was sent. */
export const Wrapper = (): PropertyDecorator =>
  applyDecorators(Allow(), (prototype: object, property: string | symbol) =>
    Reflect.defineMetadata(WRAPPER, property, prototype),
  );

/** A DTO class as its decorators describe it. */
export interface Shape {
  /** All ordinary fields in the order of the class, each with the class of its nested object; null for a simple value. */
  fields: ReadonlyMap<string, DtoClass | null>;
  others: Others | null;
  wrapper: string | null;
}

/** The messages that the rules of a DTO class can produce, nested objects included. */
export function messagesOf(type: DtoClass): string[] {
  return [...shapeOf(type).fields].flatMap(([name, nested]) => [
    ...faultsNamedBy(type.prototype as object, name).map((fault) => `${humanize(name)} ${fault}`),
    ...(nested ? messagesOf(nested) : []),
  ]);
}

const shapes = new WeakMap<DtoClass, Shape>();

/** The shape of a DTO class; without fields for any other class. */
export function shapeOf(type: DtoClass): Shape {
  let shape = shapes.get(type);
  if (!shape) shapes.set(type, (shape = findShape(type)));
  return shape;
}

function findShape(type: DtoClass): Shape {
  const prototype = type.prototype as object;
  const of = <T>(id: symbol, property?: string): T | null =>
    (Reflect.getMetadata(id, prototype, property!) as T | undefined) ?? null;
  const [others, wrapper] = [of<Others>(OTHERS), of<string>(WRAPPER)];
  const names = getMetadataStorage()
    .getTargetValidationMetadatas(type, '', false, false)
    .map(({ propertyName }) => propertyName)
    .filter((name) => name !== others?.property && name !== wrapper);
  return { fields: new Map(names.map((name) => [name, of<DtoClass>(NESTED, name)])), others, wrapper };
}

/** Reads a path id: a positive whole number without sign, leading zero or exponent; null for anything else. */
export function parseId(text: string): number | null {
  if (!/^[1-9]\d{0,18}$/.test(text)) return null;
  const id = Number(text);
  // Ids are generated or imported as safe integers, so a larger one cannot exist.
  return Number.isSafeInteger(id) ? id : null;
}

/**
 * The path parameter `id`. A text that cannot be an id throws `Missing`, exactly like an unknown id. Without `Missing` it is null, for
 * handlers that check something else first.
 */
export const Id = createParamDecorator(
  (Missing: (new () => Error) | undefined, context: ExecutionContext): number | null => {
    const { id } = context.switchToHttp().getRequest<FastifyRequest<{ Params: { id: string } }>>().params;
    const parsed = parseId(id);
    if (parsed === null && Missing) throw new Missing();
    return parsed;
  },
);
