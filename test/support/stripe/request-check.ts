import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import type { FormValue } from './form';

/** The schemas, with the version of the package from which they were made; see `scripts/stripe-schemas`. */
export const SCHEMAS = JSON.parse(readFileSync(join(__dirname, 'request-schemas.json'), 'utf8')) as {
  readonly stripe: string;
  readonly requests: Readonly<Record<string, object>>;
};

// Forms have texts only, so numbers and flags are read from them.
const ajv = new Ajv({ allErrors: true, coerceTypes: true, allowUnionTypes: true });
const checks = new Map<string, ValidateFunction>(
  Object.entries(SCHEMAS.requests).map(([path, schema]) => [path, ajv.compile(schema)]),
);

/** Limits that the types of the package do not have. */
const MAX_ID = 200;
const MAX_LIST = 100;
const MAX_TYPES = 20;
const MAX_DEPTH = 4;
const MAX_METADATA = { entries: 50, name: 40, value: 500 };

/** What is wrong with a request; empty if nothing is. */
export function checkRequest(method: string, path: readonly string[], form: Form): string[] {
  // Only tests attach cards.
  if (path.at(-1) === 'attach') return [];
  const route = routeOf(method, path);
  const check = checks.get(route);
  if (!check) return [`${route} is not known`];
  const copy = structuredClone(form);
  const faults = check(copy)
    ? []
    : (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  return [...faults, ...listLimitsOf(form), ...limitsOf(form)].map((fault) => `${route}: ${fault}`);
}

type Form = Readonly<Record<string, FormValue>>;

/** The name of a request in the schemas: `GET checkout/sessions/:id`. */
function routeOf(method: string, path: readonly string[]): string {
  const length = path[0] === 'checkout' ? 2 : 1;
  const [, ...verb] = path.slice(length);
  const name = path.length > length ? [':id', ...verb] : [];
  return `${method} ${[...path.slice(0, length), ...name].join('/')}`;
}

function listLimitsOf({ limit = '1', types = [], expand = [] }: Form): string[] {
  const paths = Array.isArray(expand) ? (expand as readonly string[]) : [];
  const isDeep = paths.some((one) => one.split('.').length > MAX_DEPTH);
  return [
    ...(Number(limit) < 1 || Number(limit) > MAX_LIST ? ['limit is out of range'] : []),
    ...(Array.isArray(types) && types.length > MAX_TYPES ? ['there are too many types'] : []),
    ...(isDeep ? ['expand is too deep'] : []),
  ];
}

function limitsOf(value: FormValue, name = ''): string[] {
  if (typeof value === 'string')
    return /(_id|^customer|^payment_intent)$/.test(name) && value.length > MAX_ID
      ? [`${name} is too long`]
      : [];
  const entries = Object.entries<FormValue>(value as Record<string, FormValue>);
  if (name !== 'metadata') return entries.flatMap(([inner, part]) => limitsOf(part, inner));
  const isTooMuch =
    entries.length > MAX_METADATA.entries ||
    entries.some(
      ([key, text]) =>
        key.length > MAX_METADATA.name || (typeof text === 'string' && text.length > MAX_METADATA.value),
    );
  return isTooMuch ? ['metadata is too much'] : [];
}
