import { TypeOverrides, types } from 'pg';

const { INT8, DATE } = types.builtins;
const INT8_ARRAY = 1016;

function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value))
    throw new RangeError(`The database sent the integer ${text}, which is not safe`);
  return value;
}

function safeIntegers(text: string): (number | null)[] {
  if (text === '{}') return [];
  return text
    .slice(1, -1)
    .split(',')
    .map((item) => (item === 'NULL' ? null : safeInteger(item)));
}

/**
 * How PostgreSQL's values arrive in JavaScript, without changing pg's global table: `bigint` as a number (RangeError if it is
 * not a safe integer), `date` as the string `YYYY-MM-DD`, `numeric` as a string, `timestamptz` as a Date.
 */
export function columnTypes(): TypeOverrides {
  const overrides = new TypeOverrides();
  overrides.setTypeParser(INT8, safeInteger);
  overrides.setTypeParser(INT8_ARRAY, safeIntegers);
  overrides.setTypeParser(DATE, (text: string) => text);
  return overrides;
}
