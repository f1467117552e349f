/** What this module reads of a JSON schema. */
interface Schema {
  enum?: string[];
  const?: string;
  pattern?: string;
  description?: string;
  properties?: { status?: Schema; messages?: Schema };
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/**
 * All messages of failures in an OpenAPI document. A message with a value is in the form of its description, for instance
 * `You must be <minimum_age> or older …`.
 */
export function documentedMessages(document: object): string[] {
  const found = new Set<string>();

  const addTexts = (value: unknown): void => {
    if (!isObject(value)) return;
    const { enum: texts = [], const: text, pattern, description } = value as Schema;
    if (pattern !== undefined && description !== undefined) found.add(description);
    for (const one of text === undefined ? texts : [text]) found.add(one);
    Object.values(value).forEach(addTexts);
  };

  const findFailures = (value: unknown, name: string): void => {
    if (!isObject(value)) return;
    const { properties } = value as Schema;
    if (name.endsWith('Message')) addTexts(value);
    else if (properties?.status?.const === 'error') addTexts(properties.messages);
    else for (const [inner, one] of Object.entries(value)) findFailures(one, inner);
  };

  findFailures(document, '');
  return [...found];
}
