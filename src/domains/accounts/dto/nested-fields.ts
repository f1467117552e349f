/** The value as an object; null for any other JSON value. */
export function objectOf(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}

/**
 * The fields of a customer, each wherever it stands: under `customer`, else at top level (decisions 4.1). A `customer` that is
 * no object counts as absent.
 */
export function customerFields<Field extends string>(
  body: Record<string, unknown>,
  names: readonly Field[],
): Partial<Record<Field, unknown>> {
  const nested = objectOf(body.customer);
  const fields: Partial<Record<Field, unknown>> = {};
  for (const name of names) fields[name] = nested?.[name] === undefined ? body[name] : nested[name];
  return fields;
}
