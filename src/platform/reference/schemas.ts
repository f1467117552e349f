import type { Type } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { Described } from './handlers';
import { classesOf, isNamed, schemaNamed, schemaOf, refTo, type Schemas } from './shapes';

/** The keyword with which a schema names the one from which it derives. */
const BASE = 'x-extends';
const SCHEMA_REF = /#\/components\/schemas\/(\w+)/g;

/**
 * Completes the schemas that `@nestjs/swagger` has made of the classes of answers.
 * @throws Error for a class that both a body and an answer use, and for one that has the name of another schema
 */
export function completeAnswers(handlers: readonly Described[], schemas: Schemas): void {
  const twice = Object.keys(schemas).filter(isNamed);
  if (twice.length > 0) throw new Error(`a class and another schema have the same name: ${twice.join(', ')}`);
  assertSeparate(handlers, schemas);
  nameBases(handlers, schemas);
  // Answers have no fields beside those of their classes; requests may.
  for (const name of answered(handlers, schemas)) {
    if (!isNamed(name)) schemas[name].additionalProperties = false;
  }
}

/** The names of the schemas in answers. */
const answered = (handlers: readonly Described[], schemas: Schemas): Set<string> =>
  withNested(
    handlers.flatMap(({ answers }) => answers).flatMap((shape) => namesIn(schemaOf(shape))),
    schemas,
  );

/** A field of an answer is described by its class, and a body may have unknown fields: no class can be both. */
function assertSeparate(handlers: readonly Described[], schemas: Schemas): void {
  const inAnswers = answered(handlers, schemas);
  const bodies = handlers.flatMap(({ body }) => (body ? [body.name] : []));
  const both = [...withNested(bodies, schemas)].filter((name) => inAnswers.has(name) && !isNamed(name));
  if (both.length > 0) throw new Error(`in bodies and in answers: ${both.join(', ')}`);
}

/** An answer whose base class is described too refers to it, so that the types of the client derive from each other. */
function nameBases(handlers: readonly Described[], schemas: Schemas): void {
  for (const type of handlers.flatMap(({ answers }) => answers).flatMap(classesOf)) {
    const base = Object.getPrototypeOf(type) as Type;
    if (base.name in schemas) schemas[type.name][BASE] = refTo(base.name).$ref;
  }
}

/** The names of the schemas to which a value refers. */
const namesIn = (value: unknown): string[] =>
  [...JSON.stringify(value ?? {}).matchAll(SCHEMA_REF)].map(([, name]) => name);

/** The names with those of the schemas that they contain. Adds schemas of `named`. */
function withNested(names: Iterable<string>, schemas: Schemas): Set<string> {
  const all = new Set(names);
  for (const name of all) {
    if (isNamed(name)) schemas[name] ??= schemaNamed(name);
    for (const nested of namesIn(schemas[name])) all.add(nested);
  }
  return all;
}

/** Removes the schemas of classes that no operation of the document uses, such as those of another document. */
export function removeUnused({ paths }: Pick<OpenAPIObject, 'paths'>, schemas: Schemas): void {
  const used = withNested(namesIn(paths), schemas);
  for (const name of Object.keys(schemas)) if (!used.has(name)) delete schemas[name];
}

/** The document with its components by name, so that it does not depend on the order of modules. */
export function sorted(document: OpenAPIObject): OpenAPIObject {
  const byName = <T extends object>(parts: T): T =>
    Object.fromEntries(Object.entries(parts).sort(([a], [b]) => (a < b ? -1 : 1))) as T;
  const { components } = document;
  return {
    ...document,
    paths: byName(document.paths),
    components: { ...components, schemas: byName(components!.schemas!) },
  };
}
