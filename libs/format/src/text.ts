import slugify from '@sindresorhus/slugify';
import { LRUCache } from 'lru-cache';

/** Characters that the library would spell out or drop; here they are separators. */
const SEPARATORS = ['&', '🦄', '♥', "'", '’'].map((sign): [string, string] => [sign, ' ']);

/** Plan names are few, and every request for plans needs their slugs. */
const slugs = new LRUCache<string, string>({ max: 1_000 });

/**
 * A name as an identifier for style sheets and URLs: lower case, transliterated, with one hyphen for each run of other
 * characters between letters and digits (`Another Plan` → `another-plan`). Empty for a name without letters and digits.
 */
export function slug(name: string): string {
  let found = slugs.get(name);
  if (found === undefined) {
    found = slugify(name, { decamelize: false, customReplacements: SEPARATORS });
    slugs.set(name, found);
  }
  return found;
}
