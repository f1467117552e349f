import slugify from '@sindresorhus/slugify';
import { LRUCache } from 'lru-cache';

/** Signs that the library would spell out, or drop, and that are separators here like any other. */
const SEPARATORS = ['&', '🦄', '♥', "'", '’'].map((sign): [string, string] => [sign, ' ']);

/** The names of plans are few, and asked for all the time. */
const slugs = new LRUCache<string, string>({ max: 1_000 });

/**
 * A name as an identifier for style sheets and addresses: lower case, transliterated, and one hyphen for whatever lies
 * between letters and digits (`Another Plan` → `another-plan`). Empty for a name without any of them.
 */
export function slug(name: string): string {
  let found = slugs.get(name);
  if (found === undefined) {
    found = slugify(name, { decamelize: false, customReplacements: SEPARATORS });
    slugs.set(name, found);
  }
  return found;
}
