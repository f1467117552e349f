/**
 * What a group and its members send each other over the channel of `node:cluster`. The channel also carries messages of others, so
 * each message has a name that only this library uses.
 */
export type GroupMessage =
  /** To a member: do the work that only one process may do. */
  | 'processes:begin'
  /** To a member: end that work, finish the requests of open connections, and exit. */
  | 'processes:retire'
  /** From a member: that work has ended. */
  | 'processes:yielded'
  /** To a member: a question, with its number. */
  | { readonly 'processes:ask': number }
  /** From a member: the answer to the question of this number. */
  | { readonly 'processes:answer': number; readonly value: unknown };

/** The question or answer in a message; undefined if the message is something else. */
export const fieldOf = (message: unknown, name: 'processes:ask' | 'processes:answer'): unknown =>
  typeof message === 'object' && message !== null ? (message as Record<string, unknown>)[name] : undefined;

/** The parameters with which a member is started. They also show its number in the list of processes. */
export const parametersOf = (number: number, count: number): string[] => ['process', `${number}/${count}`];

/** The number of a member and the count of all; null if these are not the parameters of a member. */
export function placeOf(parameters: readonly string[]): { number: number; count: number } | null {
  const [word, place = ''] = parameters;
  const [, number, count] = /^(\d+)\/(\d+)$/.exec(place) ?? [];
  return word === 'process' && count !== undefined ? { number: Number(number), count: Number(count) } : null;
}
