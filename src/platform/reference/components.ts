import { TEXTS } from '#platform/http';
import { named } from './shapes';

/*
 * Parts of the document that are the same for all operations.
 */

/** The headers of answers. Browsers do not show them to pages of other origins. */
export const HEADERS = {
  'X-Request-Id': {
    description: 'The id of the request, which the log of the service contains.',
    required: true,
    schema: { type: 'string' },
  },
  'Retry-After': {
    description:
      'Seconds. Only if the same request may succeed later: after too many requests, or under load.',
    schema: { type: 'integer', minimum: 1 },
  },
} as const;

/** The parameter of JSONP. */
export const CALLBACK = {
  name: 'callback',
  in: 'query',
  description:
    'Answers with a script that calls this function (JSONP). For browsers and pages that cannot use CORS.',
  schema: {
    type: 'string',
    maxLength: 128,
    pattern: '^[A-Za-z_$][\\w$]*(\\.[A-Za-z_$][\\w$]*){0,4}$',
  },
} as const;

/** The only answer with another status than 200. */
export const NOT_FOUND = {
  description: 'Unknown path or method.',
  content: {
    'application/json': {
      schema: {
        type: 'object',
        required: ['status', 'messages'],
        additionalProperties: false,
        properties: {
          status: { type: 'string', const: 'error' },
          messages: {
            type: 'array',
            minItems: 1,
            maxItems: 1,
            items: { type: 'string', const: TEXTS.notFound },
          },
        },
      },
    },
  },
};

/** Any JSON value, as custom fields may have. */
export const JSON_VALUE = named('JsonValue', () => ({
  description: 'Any JSON value.',
  anyOf: [
    { type: ['string', 'number', 'boolean', 'null'] },
    { type: 'array', items: { $ref: '#/components/schemas/JsonValue' } },
    { type: 'object', additionalProperties: { $ref: '#/components/schemas/JsonValue' } },
  ],
}));
