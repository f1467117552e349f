import type { Kind } from '#samples';
import { bodyWith, encodeText, probe, type Probe } from './probe';
import { TARGETS } from './targets';
import type { World } from './world';

/** A position in a request for a bad value. */
export interface Slot {
  readonly route: string;
  /** Name of the parameter, for instance `contact.email`. */
  readonly name: string;
  readonly kind: Kind;
  readonly where: 'body' | 'query' | 'path';
  /** The request with the value in this slot. Outside bodies, values are texts. */
  fill(world: World, value: unknown, n: number): Probe;
}

/** The longest text that fits into a request line with everything else. */
const MAX_LINE_LENGTH = 2_000;

/** All slots of all routes, from {@link TARGETS}. */
export const SLOTS: readonly Slot[] = Object.entries(TARGETS).flatMap(([route, { query, fields }]) => [
  ...[...route.matchAll(/:(\w+)/g)].map(([, name]) => pathSlot(route, name, name === 'id' ? 'id' : 'text')),
  ...Object.entries(query ?? {}).map(([name, kind]) => querySlot(route, name, kind)),
  ...Object.entries(fields ?? {}).map(([name, kind]) => bodySlot(route, name, kind)),
]);

/** The slots of these kinds. */
export function slotsOf(...kinds: readonly Kind[]): Slot[] {
  return SLOTS.filter(({ kind }) => kinds.includes(kind));
}

function bodySlot(route: string, name: string, kind: Kind): Slot {
  const fill: Slot['fill'] = (world, value, n) =>
    probe(world, route, n, { body: bodyWith(world, route, n, name, value) });
  return { route, name, kind, where: 'body', fill };
}

function querySlot(route: string, name: string, kind: Kind): Slot {
  const fill: Slot['fill'] = (world, value, n) =>
    probe(world, route, n, { query: { [name]: inLine(value) } });
  return { route, name, kind, where: 'query', fill };
}

function pathSlot(route: string, name: string, kind: Kind): Slot {
  const fill: Slot['fill'] = (world, value, n) =>
    probe(world, route, n, { path: { [name]: encodeText(inLine(value)) } });
  return { route, name, kind, where: 'path', fill };
}

function inLine(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.slice(0, MAX_LINE_LENGTH);
}
