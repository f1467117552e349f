import { createParamDecorator, type ExecutionContext, ValidationPipe } from '@nestjs/common';
import { ValidateIf, type ValidationError } from 'class-validator';
import type { FastifyRequest } from 'fastify';
import { type FieldProblem, pointerTo, Problem } from '#libs/problem';
import { PROBLEMS } from './staff-problems';

const pipe = new ValidationPipe({
  validateCustomDecorators: true,
  transform: true,
  whitelist: true,
  forbidNonWhitelisted: true,
  exceptionFactory: (errors) => new Problem(PROBLEMS.invalid, { errors: fieldProblems(errors) }),
});

const RawBody = createParamDecorator(
  (_: unknown, context: ExecutionContext): unknown =>
    context.switchToHttp().getRequest<FastifyRequest>().body,
);

/** The body of a request of staff as the parameter's DTO class. Unlike in the public API, an unknown field is refused. */
export const StaffBody = (): ParameterDecorator => RawBody(pipe);

/** The body of an action that needs nothing else. */
export class EmptyBody {}

/** The field may be absent, in which case it stays as it is; null is a value like any other, unlike with `IsOptional`. */
export const IfGiven = (): PropertyDecorator =>
  ValidateIf((_: object, value: unknown) => value !== undefined);

/** The faults of a body, one per field and rule, also of nested objects. */
export function fieldProblems(
  errors: readonly ValidationError[],
  path: readonly string[] = [],
): FieldProblem[] {
  return errors.flatMap(({ property, constraints = {}, children = [] }) => [
    ...Object.entries(constraints).map(([rule, text]) => ({
      pointer: pointerTo(...path, property),
      detail:
        rule === 'whitelistValidation'
          ? 'is not a known field'
          : text.replace(new RegExp(`^${property} `), ''),
    })),
    ...fieldProblems(children, [...path, property]),
  ]);
}
