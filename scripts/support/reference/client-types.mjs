import { format, resolveConfig } from 'prettier';
import { Failure } from '../project.mjs';
import { NOTHING, SchemaTypes, comment, intersection, union } from './schema-types.mjs';

const HEAD = `// Generated from openapi.json by \`npm run client:types\`. Do not edit.`;

/** Paths are relative to this one, with or without it in the document. */
const BASE = '/api/v1';

/** Parameters that the client sets itself. */
const OWN_PARAMETERS = ['key', 'callback', '_method'];

/**
 * The types of the client as the text of a module: the operations by path, and the schemas that they use.
 * @param file where the text will be, for the settings of Prettier
 * @throws Failure naming the place in the document, for a schema without a type or with an unknown keyword, and for fields of an operation
 *   that have the same name
 */
export async function typesOf(document, file) {
  const types = new SchemaTypes(document);
  const maps = ['get', 'post'].map((method) => operationMap(document, method, types));
  const text = [HEAD, ...maps, ...types.declarations()].join('\n\n');
  return format(text, { ...(await resolveConfig(file)), parser: 'typescript' });
}

function operationMap(document, method, types) {
  const entries = Object.entries(document.paths).flatMap(([path, item]) => {
    const operation = item[method];
    if (!operation) return [];
    const at = `${method.toUpperCase()} ${path}`;
    const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((one) =>
      types.resolved(one),
    );
    const input = inputOf(parameters, bodyOf(operation, types), at, types);
    const answer = answerOf(operation, at, types);
    const key = path.startsWith(`${BASE}/`) ? path.slice(BASE.length) : path;
    return `${comment(operation)}${JSON.stringify(key)}: { input: ${input}; answer: ${answer} };`;
  });
  const [name, verb] = method === 'get' ? ['GetOperations', 'read'] : ['PostOperations', 'write'];
  return `/** The operations that ${verb}, by path. */\nexport interface ${name} {\n${entries.join('\n')}\n}`;
}

const bodyOf = ({ requestBody }, types) => types.resolved(requestBody)?.content['application/json'].schema;

/** The fields of the path, the query and the body as one type. */
function inputOf(parameters, body, at, types) {
  const sent = parameters.filter(
    ({ name, in: where }) => where === 'path' || (where === 'query' && !OWN_PARAMETERS.includes(name)),
  );
  const names = sent.map(({ name }) => name).concat(...(body ? types.fieldNames(body) : []));
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice) throw new Failure(`${at}: two fields are called ${twice}.`);
  const properties = sent.map((one) => [
    one.name,
    { ...one.schema, description: one.description ?? one.schema.description },
  ]);
  const required = sent.filter((one) => one.required).map(({ name }) => name);
  const parts = [];
  if (sent.length > 0) parts.push(types.object({ properties: Object.fromEntries(properties), required }, at));
  if (body) parts.push(types.of(body, `${at} body`));
  return parts.length > 0 ? intersection(parts) : NOTHING;
}

/** The variants of the answer that are no failures, without the field `status`. */
function answerOf({ responses }, at, types) {
  const { schema } = types.resolved(responses[200]).content['application/json'];
  const variants = [schema.oneOf ?? schema.anyOf ?? schema].flat().map((one) => types.flat(one));
  const values = variants
    .filter((one) => !isStatus(one, 'error'))
    .map((one) => (isStatus(one, 'ok') ? valueOf(one, at, types) : types.of(one, at)));
  if (values.length === 0) throw new Failure(`${at}: the document has no answer for a success.`);
  return union(values);
}

function isStatus({ properties }, status) {
  const { const: value, enum: values } = properties?.status ?? {};
  return value === status || (values?.length === 1 && values[0] === status);
}

function valueOf({ properties: { status: _, ...properties }, ...schema }, at, types) {
  return Object.keys(properties).length > 0 ? types.of({ ...schema, properties }, at) : NOTHING;
}
