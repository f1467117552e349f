import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

/** Reads a path id: a positive whole number without sign, leading zero or exponent; null for anything else. */
export function parseId(text: string): number | null {
  if (!/^[1-9]\d{0,18}$/.test(text)) return null;
  const id = Number(text);
  // Ids are generated or imported as safe integers, so a larger one cannot exist.
  return Number.isSafeInteger(id) ? id : null;
}

/**
 * The path parameter `id`. A text that cannot be an id throws `Missing`, exactly like an unknown id.
 */
export const Id = createParamDecorator((Missing: new () => Error, context: ExecutionContext): number => {
  const { id } = context.switchToHttp().getRequest<FastifyRequest<{ Params: { id: string } }>>().params;
  const parsed = parseId(id);
  if (parsed === null) throw new Missing();
  return parsed;
});
