import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { Allow, getMetadataStorage, ValidateBy, type ValidationOptions } from 'class-validator';

/** A class of what comes in with a request. */
export type DtoClass<T extends object = object> = new () => T;

/** What is read of a value that cannot be of its field's type, such as a list sent for a text. No client can send it. */
export const UNUSABLE = Symbol('unusable');

/** The end of a sentence that begins with the field's name and says what is wrong; null when nothing is. */
export type Fault = (value: unknown, dto: object) => string | null;

/** A class-validator constraint by a {@link Fault}, which is also its message. */
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

/** A field of a DTO class: how its value is read, by class-transformer, and what may be wrong with what was read. */
export const field = (
  name: string,
  read: (value: unknown) => unknown,
  fault: Fault = () => null,
): PropertyDecorator =>
  applyDecorators(
    Transform(({ value }) => read(value)),
    rule(name, fault),
  );

/** Refuses a field that is absent, null or blank. */
export const Required = (options?: ValidationOptions): PropertyDecorator =>
  rule('required', (value) => (value === undefined || value === null ? BLANK : null), options);

/** What is said of a field that must be filled and is not. */
export const BLANK = "can't be blank";

/** The fields of a DTO class that are no ordinary ones; ids of metadata of the class. */
const NESTED = Symbol('nested');
const OTHERS = Symbol('others');
const WRAPPER = Symbol('wrapper');

/** Fields whose names the class does not know. */
interface Others {
  property: string;
  pattern: RegExp;
  /** Names that always mean something. */
  examples: readonly string[];
}

/** An object with fields of its own. Null stays null; any other value is {@link UNUSABLE}. */
export const Nested = (type: DtoClass): PropertyDecorator =>
  applyDecorators(Allow(), (prototype: object, property: string | symbol) =>
    Reflect.defineMetadata(NESTED, type, prototype, property),
  );

/** Collects the fields that the class does not name, as they were sent, if their names match the pattern. */
export const Others = (pattern: RegExp, examples: readonly string[] = []): PropertyDecorator =>
  applyDecorators(Allow(), (prototype: object, property: string | symbol) =>
    Reflect.defineMetadata(OTHERS, { property, pattern, examples }, prototype),
  );

/** An object in which the other fields may stand as well, and then take precedence. True if there is one. */
export const Wrapper = (): PropertyDecorator =>
  applyDecorators(Allow(), (prototype: object, property: string | symbol) =>
    Reflect.defineMetadata(WRAPPER, property, prototype),
  );

/** What the decorators say of a DTO class. */
export interface Shape {
  /** All ordinary fields in the order of the class, each with the class of the object that it holds; null for a simple value. */
  fields: ReadonlyMap<string, DtoClass | null>;
  others: Others | null;
  wrapper: string | null;
}

const shapes = new WeakMap<DtoClass, Shape>();

/** The shape of a DTO class; one without fields for any other class. */
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
