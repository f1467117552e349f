import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiExtraModels } from '@nestjs/swagger';
import type { DomainError } from '#libs/envelope';
import { classesOf, type Shape } from './shapes';

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
