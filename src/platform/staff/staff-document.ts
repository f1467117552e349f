import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject } from '@nestjs/swagger';
import {
  ANSWERS,
  type Answered,
  type AnswersByStatus,
  bodyOf,
  createDocument,
  type Described,
  type Found,
  isFile,
  type Kind,
  type Method,
  type Mutable,
  named,
  pathParameters,
  refTo,
  schemaOf,
  shapeIn,
  objectOf,
  type Schema,
} from '#platform/reference';
import { STAFF_ACCESS, type StaffAccess } from './staff-context';
import { PROBLEMS } from './staff-problems';

/** A handler for staff with what its decorators say. */
interface StaffHandler extends Described {
  readonly access: StaffAccess;
  readonly byStatus: AnswersByStatus;
}

/** The OpenAPI document of the API for staff, made from the handlers with `@Answers`. See {@link createDocument}. */
export const createStaffDocument = (app: INestApplication): OpenAPIObject => createDocument(app, STAFF_API);

const STAFF_API: Kind<StaffHandler> = {
  describe,
  head,
  operation,
  components: () => ({ schemas: {} }),
};

/** @throws Error for a handler without `@Answers` */
function describe(method: Method): StaffHandler | null {
  const { controller, name, read } = method;
  const access = read<StaffAccess>(STAFF_ACCESS);
  if (!access) return null;
  const byStatus = read<AnswersByStatus>(ANSWERS);
  if (!byStatus) throw new Error(`${controller.name}.${name} has no @Answers`);
  return {
    id: `${controller.name.replace(/Controller$/, '')}_${name}`,
    access,
    byStatus,
    body: bodyOf(method),
    answers: Object.values(byStatus).flatMap(shapeIn),
  };
}

function head(): Omit<OpenAPIObject, 'paths'> {
  return new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Fan club membership service: API for staff')
    .setDescription('docs/staff-api.md describes the conventions: lists, versions, CSV files and problems.')
    .setVersion('1')
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addSecurity('session', {
      type: 'apiKey',
      in: 'cookie',
      name: 'fanclub_staff',
      description: 'The cookie of a log-in of staff; over HTTPS its name begins with `__Secure-`.',
    })
    .addBearerAuth(
      {
        type: 'http',
        description:
          'The key of a program, for routes below a fan club. Its scopes must have the permission.',
      },
      'key',
    )
    .build();
}

function operation(
  { path, parameters, requestBody }: Found,
  { access: { needs, proof }, body, byStatus }: StaffHandler,
): Mutable {
  const content = body && { 'application/json': { schema: refTo(body.name) } };
  const answers = Object.entries(byStatus).map(([status, answer]) => [
    status,
    Number(status) < 400
      ? { description: 'Done.', ...contentOf(answer) }
      : { description: 'Refused.', content: { ...contentOf(answer).content, ...PROBLEM_ANSWER.content } },
  ]);
  return {
    security: needs === 'open' ? [] : [{ session: [] }, ...(needs === 'self' ? [] : [{ key: [] }])],
    'x-permission': needs,
    ...(proof && { 'x-recent-proof': true }),
    parameters: [...pathParameters(path), ...parameters.filter((parameter) => parameter.in !== 'path')],
    ...(content ? { requestBody: { required: true, content } } : requestBody && { requestBody }),
    responses: { ...Object.fromEntries(answers), default: PROBLEM_ANSWER },
  };
}

function contentOf(answer: Answered): { content?: object } {
  if (answer === null) return {};
  if (!isFile(answer)) return { content: { 'application/json': { schema: schemaOf(answer) } } };
  return { content: { [answer.file]: answer.columns ? { 'x-columns': answer.columns } : {} } };
}

const PROBLEM_ANSWER = {
  description: 'A problem.',
  content: { 'application/problem+json': { schema: named('Problem', () => PROBLEM) } },
};

const text = (description: string): Schema => ({ type: 'string', description });

/** A refused request, as `Problem.body` prints it (RFC 9457). */
export const PROBLEM = objectOf(
  {
    type: { type: 'string', enum: Object.values(PROBLEMS).map(({ slug }) => `/staff/problems/${slug}`) },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: text('What is wrong with this request, for the person who made it.'),
    instance: text('The id of the request.'),
    errors: {
      type: 'array',
      items: objectOf({
        pointer: text('A JSON pointer to the field, such as `#/price`.'),
        detail: { type: 'string' },
      }),
    },
  },
  ['detail', 'errors'],
);
