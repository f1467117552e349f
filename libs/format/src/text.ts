import slugify from '@sindresorhus/slugify';

/** Signs that the library would spell out, or drop, and that are separators here like any other. */
const SEPARATORS = ['&', '🦄', '♥', "'", '’'].map((sign): [string, string] => [sign, ' ']);

/**
 * A name as an identifier for style sheets and addresses: lower case, transliterated, and one hyphen for whatever lies
 * between letters and digits (`Another Plan` → `another-plan`). Empty for a name without any of them.
 */
export function slug(name: string): string {
  return slugify(name, { decamelize: false, customReplacements: SEPARATORS });
}
