import { format, resolveConfig } from 'prettier';
import { SchemaTypes } from './schema-types.mjs';

const HEAD = `// Generated from the OpenAPI document of the API for staff by \`npm run generate\`. Do not edit.`;

/**
 * The types of the app for staff as the text of a module: the schemas of all answers, and those that they use.
 * @param file where the text will be, for the settings of Prettier
 * @throws Failure naming the place in the document, for a schema without a type or with an unknown keyword
 */
export async function staffTypesOf(document, file) {
  const types = new SchemaTypes(document);
  for (const [path, item] of Object.entries(document.paths)) {
    for (const [method, { responses }] of Object.entries(item)) {
      for (const [status, { content = {} }] of Object.entries(responses)) {
        for (const { schema } of Object.values(content))
          if (schema) types.of(schema, `${method.toUpperCase()} ${path} ${status}`);
      }
    }
  }
  const text = [HEAD, ...types.declarations()].join('\n\n');
  return format(text, { ...(await resolveConfig(file)), parser: 'typescript' });
}
