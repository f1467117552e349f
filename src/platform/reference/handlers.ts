import { type INestApplication, RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA } from '@nestjs/common/constants.js';
import { MetadataScanner, ModulesContainer } from '@nestjs/core';
import { type DtoClass, shapeOf } from '#libs/validation';
import { type Access, ACCESS } from '#platform/access';
import { CHAPTER, type ChapterFacts, OPERATION, type OperationFacts } from './operation.decorator';

/** A handler of the API with what its decorators say. */
export interface Handler {
  readonly facts: OperationFacts;
  readonly access: Access;
  readonly chapter: ChapterFacts;
  readonly method: 'get' | 'post';
  readonly allowsJsonp: boolean;
  /** The class of its body; null if it reads none. */
  readonly body: DtoClass | null;
}

/** All handlers with `@Operation`, by `Controller_method`, as `SwaggerModule` names operations. */
export function handlersOf(app: INestApplication): Map<string, Handler> {
  const handlers = new Map<string, Handler>();
  const scanner = new MetadataScanner();
  for (const { controllers } of app.get(ModulesContainer).values()) {
    for (const { metatype } of controllers.values()) {
      const controller = metatype as Type;
      const prototype = controller.prototype as Record<string, object>;
      for (const method of scanner.getAllMethodNames(prototype)) {
        const facts = Reflect.getMetadata(OPERATION, prototype[method]) as OperationFacts | undefined;
        if (!facts) continue;
        handlers.set(`${controller.name}_${method}`, handlerOf(controller, method, facts));
      }
    }
  }
  return handlers;
}

function handlerOf(controller: Type, name: string, facts: OperationFacts): Handler {
  const prototype = controller.prototype as Record<string, object>;
  const read = <T>(key: string): T | undefined =>
    (Reflect.getMetadata(key, prototype[name]) ?? Reflect.getMetadata(key, controller)) as T | undefined;
  const chapter = read<ChapterFacts>(CHAPTER);
  const access = read<Access>(ACCESS);
  if (!chapter || !access) throw new Error(`${controller.name}.${name} has no @Chapter or no access`);
  const isPost = read<RequestMethod>(METHOD_METADATA) === RequestMethod.POST;
  return {
    facts,
    access,
    chapter,
    method: isPost ? 'post' : 'get',
    allowsJsonp: read<{ jsonp?: boolean }>(FASTIFY_ROUTE_CONFIG_METADATA)?.jsonp !== false,
    body: isPost ? bodyOf(prototype, name) : null,
  };
}

function bodyOf(prototype: object, method: string): DtoClass | null {
  const types = (Reflect.getMetadata('design:paramtypes', prototype, method) ?? []) as unknown[];
  const classes = types.filter((type): type is DtoClass => typeof type === 'function');
  return classes.find((type) => shapeOf(type).fields.size > 0 || shapeOf(type).others !== null) ?? null;
}

/** The key under which Nest's `RouteConfig` stores its argument. */
const FASTIFY_ROUTE_CONFIG_METADATA = '__fastify_route_config__';
