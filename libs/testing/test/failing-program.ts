/** An error whose stack has this file, a function and a line. */
export function fail(): never {
  throw new Error('This program fails.');
}

fail();
