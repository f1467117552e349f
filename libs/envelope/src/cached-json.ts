import { Json } from './json';

/** Cached variants of one row. Their memory is not counted; when there are more, all are dropped. */
const MAX_VARIANTS = 16;

/**
 * Caches the JSON that `shape` makes of a row, for as long as the row is in memory. Useful only for rows that live longer than
 * a request, such as published ones. `shape` must depend on its arguments alone. `variant` contains everything that differs
 * between readers; it must be plain data with few different values.
 */
export function cachedJson<Row extends object, Variant = void>(
  shape: (row: Row, variant: Variant) => object,
): (row: Row, variant: Variant) => Json {
  const cache = new WeakMap<Row, Map<string | undefined, Json>>();
  return (row, variant) => {
    let variants = cache.get(row);
    if (!variants) cache.set(row, (variants = new Map<string | undefined, Json>()));
    const key = typeof variant === 'string' ? variant : JSON.stringify(variant);
    let json = variants.get(key);
    if (!json) {
      if (variants.size === MAX_VARIANTS) variants.clear();
      variants.set(key, (json = new Json(JSON.stringify(shape(row, variant)))));
    }
    return json;
  };
}
