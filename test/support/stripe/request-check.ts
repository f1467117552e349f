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
const MAX_METADATA = { entries: 50, name: 40, value: 500 };

/** What is wrong with a request that makes something; empty if nothing is. Other requests have few parameters, or none. */
export function checkRequest(path: readonly string[], form: Readonly<Record<string, FormValue>>): string[] {
  const route = path.join('/');
  // Only tests attach cards.
  if (path.at(-1) === 'attach') return [];
  const check = checks.get(route);
  if (!check) return Object.keys(form).map((name) => `${route}: ${name} is not known`);
  const copy = structuredClone(form);
  const faults = check(copy)
    ? []
    : (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  return [...faults, ...limitsOf(form)].map((fault) => `${route}: ${fault}`);
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
