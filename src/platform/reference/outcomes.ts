import { DomainError } from '#libs/envelope';
import { messagesOf } from '#libs/validation';
import { CallbackInvalid, InvalidKey, WebsiteNotAllowed } from '#platform/access';
import { TEXTS, UNREADABLE } from '#platform/http';
import { EventsPending } from '#platform/limits';
import type { ApiHandler } from './api-handler';
import type { Message } from './operation.decorator';
import { type Schema, schemaOf } from './shapes';

/** The failures of all requests. */
const GENERAL: readonly Message[] = [
  TEXTS.unexpected,
  InvalidKey,
  TEXTS.tooLarge,
  TEXTS.malformed,
  UNREADABLE.tooManyParameters,
];
const OF_BODIES: readonly Message[] = [
  TEXTS.unsupportedType,
  UNREADABLE.notJson,
  UNREADABLE.notAnObject,
  UNREADABLE.notAForm,
  UNREADABLE.tooDeep,
  UNREADABLE.tooManyFields,
];

/** The shared lists of messages, each a component of the document. */
export const SHARED_MESSAGES: Readonly<Record<string, Schema>> = {
  GeneralMessage: {
    description:
      'Any request can fail with one of these messages. With `Retry-After`, the first one means too much load.',
    ...enumOf(GENERAL),
  },
  BodyMessage: {
    description: 'Any request with a body can fail with one of these messages.',
    ...enumOf(OF_BODIES),
  },
};

/** The name of an operation's schemas begins with this. */
export const nameOf = (id: string): string => id.charAt(0).toUpperCase() + id.slice(1);

/** The schemas of a handler's success and failure, by name. */
export function outcomeSchemas(handler: ApiHandler): Record<string, Schema> {
  const { facts } = handler;
  const name = nameOf(facts.id);
  return {
    [`${name}Success`]: facts.bare ? schemaOf(facts.bare) : successSchema(handler),
    [`${name}Failure`]: failureSchema(handler),
  };
}

function successSchema({ facts: { answer = {}, optional = [], confirms } }: ApiHandler): Schema {
  const fields = Object.entries(answer).map(([name, shape]) => [name, schemaOf(shape)] as const);
  const messages = confirms && {
    type: 'array',
    prefixItems: confirms.map((text) =>
      isTemplate(text) ? templateSchema(text) : { type: 'string', const: text },
    ),
    items: false,
    minItems: confirms.length,
  };
  return {
    type: 'object',
    required: [
      'status',
      ...(messages ? ['messages'] : []),
      ...Object.keys(answer).filter((name) => !optional.includes(name)),
    ],
    additionalProperties: false,
    properties: {
      status: { type: 'string', const: 'ok' },
      ...(messages && { messages }),
      ...Object.fromEntries(fields),
    },
  };
}

function failureSchema(handler: ApiHandler): Schema {
  const { facts, method } = handler;
  const own = [
    ...accessFailures(handler),
    ...(handler.body ? messagesOf(handler.body) : []).filter((text) => !facts.replaced?.includes(text)),
    ...(facts.failures ?? []),
  ];
  const texts = [...new Set(own.flatMap(textsOf))];
  const constant = texts.filter((text) => !isTemplate(text));
  const items = [
    { $ref: '#/components/schemas/GeneralMessage' },
    ...(method === 'post' ? [{ $ref: '#/components/schemas/BodyMessage' }] : []),
    ...(constant.length > 0 ? [{ type: 'string', enum: constant }] : []),
    ...texts.filter(isTemplate).map(templateSchema),
  ];
  return {
    type: 'object',
    required: ['status', 'messages'],
    additionalProperties: false,
    properties: {
      status: { type: 'string', const: 'error' },
      messages: { type: 'array', minItems: 1, items: { anyOf: items } },
      ...(facts.hasFieldErrors && { errors: { $ref: '#/components/schemas/FieldErrors' } }),
    },
  };
}

/** The messages of a failure by field. */
export const FIELD_ERRORS: Schema = {
  type: 'object',
  description: 'The messages by field, without the field’s name.',
  additionalProperties: { type: 'array', minItems: 1, items: { type: 'string' } },
};

function accessFailures({ facts, access, method, allowsJsonp }: ApiHandler): Message[] {
  const opensSession = access.kind === 'visitor' && access.opensSession;
  const refusals: Message[] = [];
  if (access.kind === 'customer') refusals.push(access.refusal);
  if (allowsJsonp) refusals.push(CallbackInvalid);
  if (method === 'post' && (allowsJsonp || opensSession)) refusals.push(WebsiteNotAllowed);
  const writes = method === 'post' || (access.kind === 'visitor' && access.writes);
  // Writes to a held fan club have the text of limits.
  if (facts.isLimited || writes) refusals.push(EventsPending);
  return refusals;
}

function textsOf(message: Message): readonly string[] {
  if (typeof message === 'string') return [message];
  return message instanceof DomainError ? message.messages : new message().messages;
}

function enumOf(messages: readonly Message[]): Schema {
  return { type: 'string', enum: messages.flatMap(textsOf) };
}

const VARIABLE = /<[a-z_]+>/gi;
/** Whether a sentence has variable parts. */
export const isTemplate = (text: string): boolean => text.search(VARIABLE) >= 0;

/** A sentence with `<name>` for each variable part, as a schema. */
export function templateSchema(text: string): Schema {
  const parts = text.split(VARIABLE).map((part) => part.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'));
  return { type: 'string', pattern: `^${parts.join('.+')}$`, description: text };
}
