/** The values that a template can name, the innermost first: an item of a list, the view of the widget, the texts. */
export type Scope = readonly unknown[];

/** The value at a path such as `venue.name`; `.` is the item itself. Undefined if there is none. Inherited properties do not count. */
export function valueAt(scope: Scope, path: string): unknown {
  if (path === '.') return scope[0];
  const names = path.split('.');
  const holder = scope.find((one) => has(one, names[0] ?? ''));
  return names.reduce<unknown>(
    (value, name) => (has(value, name) ? (value as Record<string, unknown>)[name] : undefined),
    holder,
  );
}

/** The text at a path. In the site's texts, `{name}` stands for another value of the scope. */
export function textAt(scope: Scope, path: string): string {
  const text = shown(valueAt(scope, path));
  return path.startsWith('text.') ? filled(text, scope) : text;
}

/** Replaces each `{path}` by its value. */
export const filled = (text: string, scope: Scope): string =>
  text.replace(/\{([\w.]+)\}/g, (_, path: string) => shown(valueAt(scope, path)));

/** Whether a condition holds: `codes`, `!codes`. Empty lists, objects and texts count as absent. */
export function holds(scope: Scope, condition: string): boolean {
  const value = valueAt(scope, condition.replace(/^!/, ''));
  const isPresent =
    typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : Boolean(value);
  return isPresent !== condition.startsWith('!');
}

/** The items of a list; none if the value is not a list. */
export function itemsAt(scope: Scope, path: string): readonly unknown[] {
  const value = valueAt(scope, path);
  return Array.isArray(value) ? value : [];
}

const has = (value: unknown, name: string): boolean =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name);

const shown = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
