import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject } from '@nestjs/swagger';
import { API_PATH } from '#platform/http';
import { type ApiHandler, describeHandler } from './api-handler';
import { requestBody } from './bodies';
import { CALLBACK, HEADERS, NOT_FOUND } from './components';
import { createDocument, type Found, type Kind, pathParameters } from './document';
import { FIELD_ERRORS, nameOf, outcomeSchemas, SHARED_MESSAGES } from './outcomes';
import type { Mutable, Schemas } from './shapes';

const INTRODUCTION = `One API for many fan clubs. Every request carries the parameter \`key\`, the API key of a fan club. A POST can
have it in its body instead.

The HTTP status is 200 whatever the outcome; the field \`status\` of the answer is \`ok\` or \`error\`. The only other status is
404, for an unknown path. A failure has \`messages\`, a list of sentences for the user.

Bodies are JSON or forms. In a form, the fields of an object have its name and brackets (\`contact[email]=…\`,
\`customer[password_attributes][password]=…\`), the items of a list empty brackets (\`name[]=…\`), and true is \`true\`. Unknown
parameters and fields are ignored.

GET requests also answer by JSONP, with the parameter \`callback\`. With \`_method=POST\` as well, a GET runs the POST of its path,
with the query as its body, if the website is trusted.

Requests of websites that the fan club does not trust are answered as if nobody were logged in. Log-in and registration refuse
them.`;

/** The OpenAPI document of the API, made from the handlers with `@Operation`. See {@link createDocument}. */
export const createApiDocument = (app: INestApplication): OpenAPIObject => createDocument(app, API);

const API: Kind<ApiHandler> = {
  describe: describeHandler,
  head,
  operation,
  components: (handlers) => ({
    schemas: {
      ...Object.assign({}, ...handlers.map(outcomeSchemas)),
      ...SHARED_MESSAGES,
      FieldErrors: FIELD_ERRORS,
    } as Schemas,
    headers: HEADERS,
    parameters: { callback: CALLBACK },
    responses: { NotFound: NOT_FOUND },
  }),
};

function head(handlers: readonly ApiHandler[]): Omit<OpenAPIObject, 'paths'> {
  const builder = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Fan club membership service')
    .setDescription(INTRODUCTION)
    .setVersion('1')
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addServer(API_PATH, 'This service')
    .addSecurity('key', {
      type: 'apiKey',
      in: 'query',
      name: 'key',
      description:
        'The API key of the fan club. It is public: it selects the fan club and grants nothing else.',
    })
    .addSecurity('session', {
      type: 'apiKey',
      in: 'cookie',
      name: 'fanclub_session',
      description:
        'The cookie of a log-in. Its name is `fanclub_session_` and the id of the fan club, over HTTPS with `__Host-` before it.',
    })
    .addSecurity('bearer', {
      type: 'http',
      scheme: 'bearer',
      description:
        'The access token of a log-in with `tokens`, instead of the cookie: for pages on another site, and apps.',
    })
    .addSecurity('organization', {
      type: 'apiKey',
      in: 'header',
      name: 'Api-Key',
      description: 'The secret key of the organization that owns the fan club.',
    });
  const chapters = new Map(handlers.map(({ chapter }) => [chapter.name, chapter.description]));
  for (const [name, description] of [...chapters].sort()) builder.addTag(name, description);
  return builder.build();
}

function operation(
  { path, method, parameters }: Found,
  { facts, access, chapter, allowsJsonp, body }: ApiHandler,
  schemas: Schemas,
): Mutable {
  const loggedIn = [
    { key: [], session: [] },
    { key: [], bearer: [] },
  ];
  const session = access.kind === 'customer' ? loggedIn : [{ key: [] }];
  const optional = access.kind === 'visitor' && access.session ? loggedIn : [];
  return {
    summary: facts.summary,
    ...(facts.description && { description: facts.description }),
    tags: [chapter.name],
    security: access.kind === 'partner' ? [{ key: [], organization: [] }] : [...session, ...optional],
    parameters: [
      ...pathParameters(path),
      ...parameters.filter((parameter) => parameter.in === 'query'),
      ...(method === 'get' && allowsJsonp ? [{ $ref: '#/components/parameters/callback' }] : []),
    ],
    ...(body && { requestBody: requestBody(body, schemas) }),
    responses: {
      200: {
        description: '`status` is `ok` or `error`.',
        headers: Object.fromEntries(
          Object.keys(HEADERS).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
        ),
        content: {
          'application/json': {
            schema: {
              oneOf: [
                { $ref: `#/components/schemas/${nameOf(facts.id)}Success` },
                { $ref: `#/components/schemas/${nameOf(facts.id)}Failure` },
              ],
            },
          },
        },
      },
      404: { $ref: '#/components/responses/NotFound' },
    },
  };
}
