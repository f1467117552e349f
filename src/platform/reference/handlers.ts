import { type INestApplication, RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA } from '@nestjs/common/constants.js';
import { MetadataScanner, ModulesContainer } from '@nestjs/core';
import type { DtoClass } from '#libs/validation';
import { hasRules } from './rules';
import type { Shape } from './shapes';

/** What a document needs of each of its handlers. */
export interface Described {
  /** Unique in the document. A handler with several paths has it at the first one, and `…Alias` at the others. */
  readonly id: string;
  /** Null if it reads none. */
  readonly body: DtoClass | null;
  readonly answers: readonly Shape[];
}

/** A method of a controller. */
export interface Method {
  readonly controller: Type;
  readonly name: string;
  /** The metadata of the method; that of the controller if it has none. */
  read<T>(this: void, key: string): T | undefined;
}

/** The handlers of a document by `Controller_method`, as `SwaggerModule` names operations. @param describe null: another document has it */
export function handlersOf<H extends Described>(
  app: INestApplication,
  describe: (method: Method) => H | null,
): Map<string, H> {
  const handlers = new Map<string, H>();
  const scanner = new MetadataScanner();
  for (const { controllers } of app.get(ModulesContainer).values()) {
    for (const { metatype } of controllers.values()) {
      const controller = metatype as Type;
      const prototype = controller.prototype as Record<string, object>;
      for (const name of scanner.getAllMethodNames(prototype)) {
        const read = <T>(key: string): T | undefined =>
          (Reflect.getMetadata(key, prototype[name]) ?? Reflect.getMetadata(key, controller)) as
            T | undefined;
        const handler = describe({ controller, name, read });
        if (handler) handlers.set(`${controller.name}_${name}`, handler);
      }
    }
  }
  return handlers;
}

/** The class of the body of a method; null for a GET, and for a method without one. */
export function bodyOf({ controller, name, read }: Method): DtoClass | null {
  if (read<RequestMethod>(METHOD_METADATA) === RequestMethod.GET) return null;
  const types = (Reflect.getMetadata('design:paramtypes', controller.prototype as object, name) ??
    []) as unknown[];
  return types.find(hasRules) ?? null;
}
