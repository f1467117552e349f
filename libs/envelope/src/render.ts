import type { FieldMessages } from './domain-error';

/** The envelope of a success: `status` first, then what the handler returned. */
export function success(content: object | undefined | null): object {
  return { status: 'ok', ...content };
}

/** The envelope of a failure. `errors` is absent unless given. */
export function failure(messages: readonly string[], errors?: FieldMessages): object {
  return errors === undefined ? { status: 'error', messages } : { status: 'error', messages, errors };
}
