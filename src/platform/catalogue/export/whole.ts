/**
 * A value of the file with every field. A field that a file may omit must be given too, at least as undefined. So the compiler
 * reports a field of the format that an export omits.
 */
export type Whole<T> = T extends Date | string | number | boolean | null | undefined
  ? T
  : T extends readonly (infer I)[]
    ? readonly Whole<I>[]
    : string extends keyof T
      ? T
      : { readonly [K in keyof Required<T>]: Whole<T[K]> };
