import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const SCRIPTS = join(__dirname, '..', '..', 'scripts');
const GENERATOR = pathToFileURL(join(SCRIPTS, 'support', 'reference', 'client-types.mjs')).href;
const DOCUMENT = join(__dirname, '..', '..', 'openapi.json');
/** The operations of the tests; all together would take long for each change. */
const PATHS = [
  '/events',
  '/events/{id}',
  '/fanclub',
  '/subscriptions/queued',
  '/logout',
  '/login',
  '/contacts',
  '/account',
];

interface Operation {
  parameters: object[];
  responses: Record<string, { content: Record<string, { schema: { oneOf: object[] } }> }>;
}
/** The parts of an OpenAPI document that the tests change. */
interface Document {
  paths: Record<string, { get: Operation }>;
  components: { schemas: Record<string, object> };
}
type Change = (document: Document) => void;

const eventOf = ({ paths }: Document): Operation => paths['/events/{id}'].get;
const variantsOf = ({ responses }: Operation): object[] =>
  responses[200].content['application/json'].schema.oneOf;
const plan =
  (schema: object): Change =>
  ({ components }) =>
    (components.schemas.PlanBrief = schema);

/** Changes after which the types are the same. */
const SAME: Record<string, Change> = {
  'paths with the base path': (document) => {
    const based = Object.entries(document.paths).map(([path, item]) => [`/api/v1${path}`, item] as const);
    document.paths = Object.fromEntries(based);
  },
  'an answer that is a named schema, made of several': (document) => {
    const { schemas } = document.components;
    const variants = variantsOf(eventOf(document));
    schemas.Success = { type: 'object', properties: { status: { enum: ['ok'] } }, required: ['status'] };
    schemas.EventAnswer = { allOf: [{ $ref: '#/components/schemas/Success' }, variants[0]] };
    variants[0] = { $ref: '#/components/schemas/EventAnswer' };
  },
};

/** A schema, and its type. */
const TRANSLATED: [what: string, schema: object, type: string][] = [
  [
    'names with a number',
    { type: 'object', patternProperties: { '^item_type_\\d+$': { type: 'integer' } } },
    '{ [field: `item_type_${number}`]: number; }',
  ],
  [
    'any further names',
    {
      type: 'object',
      properties: { a: { type: 'string' } },
      patternProperties: { '^': { type: 'boolean' } },
    },
    '{ a?: string; [field: string]: boolean | undefined; }',
  ],
  [
    'names with a suffix',
    { type: 'object', patternProperties: { '^[a-z][a-z0-9_]*_signed_request$': { type: 'string' } } },
    '{ [field: `${string}_signed_request`]: string; }',
  ],
  [
    'a field that is not allowed',
    { type: 'object', properties: { a: false, b: { type: 'string' } } },
    '{ a?: never; b?: string; }',
  ],
  [
    'a text that begins with words',
    { type: 'string', pattern: '^Shipped on (May|June) \\d+$' },
    '`Shipped on ${string}`',
  ],
  [
    'a schema that derives from another one',
    {
      type: 'object',
      'x-extends': '#/components/schemas/Authentication',
      properties: { name: { type: 'string' }, age: { type: 'integer' } },
      required: ['name'],
    },
    'Authentication & { age?: number; }',
  ],
  ['an object without fields', { type: 'object', additionalProperties: false }, 'Record<string, never>'],
  ['an empty object', { type: 'object', maxProperties: 0 }, 'Record<string, never>'],
  [
    'a list of certain items',
    { type: 'array', prefixItems: [{ const: 'a' }, { type: ['string', 'null'] }], items: false },
    "['a', string | null]",
  ],
];

/** A change, and the message that names the fault. */
const REFUSED: [what: string, change: Change, message: string][] = [
  [
    'an untyped object',
    plan({ type: 'object' }),
    'PlanBrief: the object has neither fields nor a type of fields.',
  ],
  ['any value', plan({ type: 'object', properties: { a: {} } }), 'PlanBrief.a: the schema has no type.'],
  [
    'fields of any type',
    plan({ type: 'object', additionalProperties: true }),
    'PlanBrief.*: the schema has no type.',
  ],
  ['a list of any type', plan({ type: 'array' }), 'PlanBrief[]: the schema has no type.'],
  [
    'names of another pattern',
    plan({ type: 'object', patternProperties: { '^[a-z]$': { type: 'string' } } }),
    'PlanBrief: names with the pattern ^[a-z]$ have no type.',
  ],
  [
    'a keyword of OpenAPI 3.0',
    plan({ type: 'string', nullable: true }),
    'PlanBrief: the keyword nullable is unknown.',
  ],
  [
    'a schema that is missing',
    plan({ type: 'array', items: { $ref: '#/components/schemas/Missing' } }),
    'PlanBrief[]: #/components/schemas/Missing is no schema.',
  ],
  [
    'a schema without a field of its base',
    plan({
      type: 'object',
      'x-extends': '#/components/schemas/Authentication',
      properties: { age: { type: 'integer' } },
    }),
    'PlanBrief: it lacks the field name of Authentication.',
  ],
  [
    'a field of the path and the query',
    (document) => eventOf(document).parameters.push({ name: 'id', in: 'query', schema: { type: 'string' } }),
    'GET /events/{id}: two fields are called id.',
  ],
  [
    'no successful answer',
    (document) => variantsOf(eventOf(document)).shift(),
    'GET /events/{id}: the document has no answer for a success.',
  ],
];

const CHANGES: [name: string, change: Change][] = [
  ['', () => undefined],
  ...Object.entries(SAME),
  ...TRANSLATED.map(([what, schema]) => [what, plan(schema)] as [string, Change]),
  ...REFUSED.map(([what, change]) => [what, change] as [string, Change]),
];

let folder: string;
/** The part of openapi.json with {@link PATHS}. */
let part: Document;
/** The types after each change, or the message of the error. */
let results: Map<string, string>;
const typesAfter = (change = ''): string => results.get(change)!;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'client-types-'));
  const { paths, ...others } = JSON.parse(await readFile(DOCUMENT, 'utf8')) as Document;
  part = { ...others, paths: Object.fromEntries(PATHS.map((path) => [path, paths[path]])) };
  const documents = CHANGES.map(([, change]) => {
    const document = structuredClone(part);
    change(document);
    return document;
  });
  const file = join(folder, 'documents.json');
  await writeFile(file, JSON.stringify(documents));
  // Plain Node, because Prettier loads its parts in a way that Jest does not support.
  const code = `
    import { readFileSync } from 'node:fs';
    import { typesOf } from '${GENERATOR}';
    const documents = JSON.parse(readFileSync('${file}', 'utf8'));
    const all = documents.map((one) => typesOf(one, '${DOCUMENT}').catch(({ message }) => message));
    console.log(JSON.stringify(await Promise.all(all)));`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', code], { maxBuffer: 2 ** 26 });
  const texts = JSON.parse(stdout) as string[];
  results = new Map(CHANGES.map(([name], index) => [name, texts[index]]));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const withoutComments = (types: string): string => types.replace(/\/\*\*[^]*?\*\//g, '').replace(/\s+/g, ' ');

describe('the types of the client', () => {
  /** The entry of a path. */
  const entry = (path: string): string =>
    withoutComments(new RegExp(`'${path}': \\{\\n[^]*?\\n  \\};`).exec(typesAfter())![0]);

  /** A declared type. */
  const declared = (name: string): string =>
    new RegExp(`type ${name} = (.*?);(?= export|$)`).exec(withoutComments(typesAfter()).trim())![1];

  it('have the fields of the path and of the query, without those that the client sets', () => {
    expect(entry('/events')).toMatch(
      /input: \{ start_date\?: string; .* order\?: 'ASC' \| 'DESC'; .* limit\?: number;/,
    );
    expect(entry('/events/{id}')).toContain('input: { id: number; }');
    expect(withoutComments(typesAfter())).not.toMatch(/\b(key|callback)\b/);
  });

  it('have the answers of successes, without their status', () => {
    expect(entry('/events/{id}')).toContain('answer: { event: Event; }');
    expect(entry('/fanclub')).toContain("answer: { fanclub: Fanclub; 'the service': Fanclub; }");
    expect(entry('/subscriptions/queued')).toContain('answer: QueuedSubscription[]');
    expect(typesAfter()).toContain(
      "'/logout': { input: Record<string, never>; answer: Record<string, never> };",
    );
    expect(typesAfter()).not.toMatch(/status: '(ok|error)'|Failure/);
  });

  it('have variants, null, and fields of any name', () => {
    const [logIn, contacts] = [entry('/login'), entry('/contacts')];
    expect(logIn).toContain('input: LogInBody');
    expect(declared('LogInBody')).toMatch(
      /^\| \{ email: string; password: string; tokens\?: boolean; \} \| \{ social_signed_request: string; tokens\?: boolean; \} \| /,
    );
    expect(contacts).toContain('input: SignUpBody');
    expect(declared('ContactFields')).toMatch(/string; \[field: string\]: JsonValue \| undefined; \}$/);
    expect(entry('/account')).toContain('answer: { customer: Account | null; }');
  });

  it('have neither any nor untyped objects', () => {
    expect(withoutComments(typesAfter())).not.toMatch(/\b(any|unknown|object)\b/);
  });

  it('document operations and fields', () => {
    expect(typesAfter()).toContain('Lists published events (`listEvents`)');
    expect(typesAfter()).toContain(
      '/** Only events on this day or later, in their own zone. */\n      start_date?: string;',
    );
  });

  it.each(Object.keys(SAME))('are the same for %s', (change) =>
    expect(typesAfter(change)).toBe(typesAfter()),
  );

  it.each(TRANSLATED)('translate %s', (what, _, type) => {
    expect(withoutComments(typesAfter(what))).toContain(`export type PlanBrief = ${type};`);
  });

  it.each(REFUSED)('are not made of a document with %s', (what, _, message) => {
    expect(typesAfter(what)).toBe(message);
  });
});

describe('npm run client:types -- --check', () => {
  it('fails if the types are stale', async () => {
    const [types, document] = [join(folder, 'api.ts'), join(folder, 'openapi.json')];
    await writeFile(document, JSON.stringify(part));
    const check = () =>
      run(process.execPath, [join(SCRIPTS, 'client-types.mjs'), '--check', '--to', types, document]);
    await writeFile(types, typesAfter());
    await check();
    await writeFile(types, typesAfter().replace('limit?', 'limits?'));
    await expect(check()).rejects.toMatchObject({
      stderr: expect.stringContaining('Run: npm run generate'),
    });
  }, 120_000);
});
