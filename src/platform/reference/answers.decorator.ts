import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiExtraModels } from '@nestjs/swagger';
import { classesOf, type Shape } from './shapes';

/** A file, by its media type. */
export interface FileAnswer {
  readonly file: string;
  /** The headings of a CSV file; absent if they depend on the data. */
  readonly columns?: readonly string[];
}

/** An answer of a handler: JSON of this shape, a file, or null for none. */
export type Answered = Shape | FileAnswer | null;

/** The answers of a handler by status. */
export type AnswersByStatus = Readonly<Record<number, Answered>>;

/** The metadata key of a handler's {@link AnswersByStatus}. */
export const ANSWERS = 'fanclub:answers';

/** Describes the answers of a handler whose answers have no envelope, one for each status that is no problem. */
export const Answers = (answers: AnswersByStatus): MethodDecorator =>
  applyDecorators(
    SetMetadata(ANSWERS, answers),
    ApiExtraModels(...Object.values(answers).flatMap(shapeIn).flatMap(classesOf)),
  );

/** The shape of an answer, as a list; empty for files and answers without a body. */
export const shapeIn = (answer: Answered): Shape[] => (answer === null || isFile(answer) ? [] : [answer]);

/** Whether an answer is a file. */
export const isFile = (answer: Answered): answer is FileAnswer =>
  answer !== null && typeof answer === 'object' && 'file' in answer;
