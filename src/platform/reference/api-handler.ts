import { RequestMethod } from '@nestjs/common';
import { METHOD_METADATA } from '@nestjs/common/constants.js';
import { type Access, ACCESS } from '#platform/access';
import { bodyOf, type Described, type Method } from './handlers';
import { CHAPTER, type ChapterFacts, OPERATION, type OperationFacts } from './operation.decorator';

/** A handler of the API with what its decorators say. */
export interface ApiHandler extends Described {
  readonly facts: OperationFacts;
  readonly access: Access;
  readonly chapter: ChapterFacts;
  readonly method: 'get' | 'post';
  readonly allowsJsonp: boolean;
}

/** The key under which Nest's `RouteConfig` stores its argument. */
const FASTIFY_ROUTE_CONFIG_METADATA = '__fastify_route_config__';

/** What the document of the API needs of a method; null if it has no `@Operation`. @throws Error for a handler whose description is incomplete */
export function describeHandler(method: Method): ApiHandler | null {
  const { controller, name, read } = method;
  const facts = read<OperationFacts>(OPERATION);
  if (!facts) return null;
  const chapter = read<ChapterFacts>(CHAPTER);
  const access = read<Access>(ACCESS);
  if (!chapter || !access) throw new Error(`${controller.name}.${name} has no @Chapter or no access`);
  return {
    id: facts.id,
    facts,
    access,
    chapter,
    method: read<RequestMethod>(METHOD_METADATA) === RequestMethod.POST ? 'post' : 'get',
    allowsJsonp: read<{ jsonp?: boolean }>(FASTIFY_ROUTE_CONFIG_METADATA)?.jsonp !== false,
    body: bodyOf(method),
    answers: [...Object.values(facts.answer ?? {}), ...(facts.bare ? [facts.bare] : [])],
  };
}
