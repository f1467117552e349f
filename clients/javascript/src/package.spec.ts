import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { type ClientProject, clientProject } from '../../../test/support/client-project.ts';

const run = promisify(execFile);
const TSC = require.resolve('typescript/bin/tsc');

let project: ClientProject;
beforeAll(async () => (project = await clientProject()), 120_000);
afterAll(() => project.remove());

const built = (...path: string[]) => readFile(join(project.dist, ...path));

describe('the package', () => {
  it('has no dependency at run time', async () => {
    const manifest = JSON.parse(String(await built('..', 'package.json'))) as object;
    expect(manifest).toMatchObject({ name: 'fanclub-client', private: true });
    expect(Object.keys(manifest).filter((name) => /dependencies/i.test(name))).toEqual([]);
    const files = await Promise.all(['index.js', 'page.js', 'embed.js'].map((name) => built(name)));
    for (const file of files) expect(String(file)).not.toMatch(/\b(import|require)\b/);
  });

  it.each(['index.js', 'page.js'])('has %s, of less than 8 kB when compressed', async (name) => {
    expect(gzipSync(await built(name)).length).toBeLessThan(8000);
  });

  it('has embed.js, of less than 14 kB when compressed', async () => {
    expect(gzipSync(await built('embed.js')).length).toBeLessThan(14_000);
  });

  it('has no types of tests', async () => {
    expect((await readdir(project.dist)).filter((name) => name.includes('spec'))).toEqual([]);
  });

  it('is built for the browsers that the README names', async () => {
    const readme = await readFile(join(__dirname, '..', 'README.md'), 'utf8');
    const script = await readFile(require.resolve('../../../scripts/support/build-client.mjs'), 'utf8');
    const [, list = ''] = /const TARGET = \[(.*)\];/.exec(script) ?? [];
    const targets = [...list.matchAll(/'([a-z]+)([\d.]+)'/g)];
    expect(targets.map(([, name]) => name)).toEqual(['chrome', 'edge', 'firefox', 'safari', 'node']);
    for (const [, name, version] of targets)
      expect(readme).toMatch(new RegExp(`${name} ${version.replace('.', '\\.')}\\b`, 'i'));
  });

  it('can be imported by Node', async () => {
    const code = `import * as client from 'fanclub-client'; console.log(Object.keys(client).join(' '))`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', code], {
      cwd: project.folder,
    });
    expect(stdout.trim()).toBe(
      'Fanclub FanclubError FanclubNetworkError FanclubTimeoutError fieldsIn priceLike toDate',
    );
  });
});

/** Statements of a website, each with the error of `tsc`; null if it has none. */
const STATEMENTS: [statement: string, error: RegExp | null][] = [
  [
    `const { events } = await club.get('/events', { limit: 10 }); const title: string = events[0]!.title;`,
    null,
  ],
  [`await club.get('/events');`, null],
  [`await club.get('/events', undefined, { timeout: 100, signal: new AbortController().signal });`, null],
  [`await club.get('/events/{id}', { id: 12 });`, null],
  [`await club.post('/login', { email: 'a', password: 'b' });`, null],
  [`await club.post('/login', { social_signed_request: 'a' });`, null],
  [`await club.post('/login', { stellar_signed_request: 'a' });`, null],
  [`await club.post('/accounts', { customer: { email: 'a', birthdate: '2000-01-01' } });`, null],
  [`await club.post('/account', { customer: { first_name: 'Ada' } });`, null],
  [`await club.post('/account/register', { social_signed_request: 'a', accept_terms: true });`, null],
  [`await club.post('/account');`, null],
  [`const { messages } = await club.post('/contests/{id}/enter', { id: 7 }); messages.join(' ');`, null],
  [`await club.post('/contacts', { contact: { email: 'a', favourite_song: 'b', pets: ['c'] } });`, null],
  [
    `const { customer } = await club.get('/account'); const name: string | null | undefined = customer?.first_name;`,
    null,
  ],
  [`const list = await club.get('/subscriptions/queued'); list.map(({ id }) => id);`, null],
  [`const input: PostInput<'/account'> = { first_name: 'Ada' }; await club.post('/account', input);`, null],
  [
    `try { await club.get('/fanclub'); } catch (error) { if (error instanceof FanclubError) error.messages.join(); }`,
    null,
  ],
  [`import 'fanclub-client/embed.js'; await FanclubEmbed.refresh(); FanclubEmbed.scan();`, null],
  [
    `import 'fanclub-client/embed.js';
     document.addEventListener('fanclub:login', ({ detail }) => detail.customer.first_name);`,
    null,
  ],
  [`import 'fanclub-client/page.js'; new globalThis.Fanclub({ url: '', key: '' });`, null],

  [`import 'fanclub-client/embed.js'; await FanclubEmbed.refesh();`, /'refesh' does not exist/],
  [
    `import 'fanclub-client/embed.js'; document.addEventListener('fanclub:error', ({ detail }) => detail.mesages);`,
    /'mesages' does not exist/,
  ],
  [`await club.post('/account', { frist_name: 'Ada' });`, /'frist_name' does not exist .* 'first_name'/],
  [
    `const { customer } = await club.post('/login', { email: 'a', password: 'b' });
     const answered: boolean[] = [customer.registered, customer.at_renewal_cap];`,
    null,
  ],
  [
    `const { customer } = await club.post('/login', { social_signed_request: 'a' });
     const id: number = customer.id; customer.registered;`,
    /'registered' does not exist/,
  ],
  [
    `const greet = ({ first_name, expired }: Customer) => expired || first_name;
     greet((await club.get('/account')).customer!);
     greet((await club.get('/account/search', { email: 'a' })).customer!);
     greet((await club.post('/login', { email: 'a', password: 'b' })).customer);
     greet((await club.post('/login', { social_signed_request: 'a' })).customer);
     greet((await club.post('/account', {})).customer);
     greet((await club.post('/account/register', { social_signed_request: 'a', accept_terms: true })).customer);`,
    null,
  ],
  [
    `const { order } = await club.get('/orders/latest');
     for (const shipment of order.shipments ?? []) {
       if (shipment.status === 'Backordered') shipment.issues.join();
       else shipment.ship_date.slice(0, 4);
     }`,
    null,
  ],
  [
    `const { order } = await club.get('/orders/latest'); order.shipments?.[0]?.ship_date;`,
    /'ship_date' does not exist/,
  ],
  [`await club.get('/events', { limt: 10 });`, /'limt' does not exist .* 'limit'/],
  [
    `await club.get('/events', { order: 'sideways' });`,
    /"sideways"' is not assignable to type '"ASC" \| "DESC"/,
  ],
  [`await club.post('/login', { email: 'a', pasword: 'b' });`, /'pasword' does not exist/],
  [`await club.post('/login', { email: 'a' });`, /'password' is missing|is not assignable/],
  [`await club.post('/accounts', { customer: { email: 'a' } });`, /'birthdate' is missing/],
  [`await club.post('/account', { customer: { frist_name: 'Ada' } });`, /'frist_name' does not exist/],
  [`await club.post('/account/register', { social_signed_request: 'a' });`, /'accept_terms' is missing/],
  [
    `await club.post('/accounts', { email: 'a', birthdate: '2000-01-01', password_attributes: { pasword: 'b' } });`,
    /'pasword' does not exist/,
  ],
  [`await club.post('/accounts', { email: 'a' });`, /'birthdate' is missing/],
  [`await club.post('/accounts');`, /Expected 2-3 arguments/],
  [`await club.post('/account/shipping', { item_type_2: 7, item_typ_2: 7 });`, /'item_typ_2' does not exist/],
  [`await club.get('/events/{id}');`, /Expected 2-3 arguments/],
  [`await club.get('/events/{id}', { id: [12] });`, /is not assignable to type 'number'/],
  [`await club.get('/fanclub', { id: 1 });`, /is not assignable/],
  [`await club.get('/event');`, /"\/event"' is not assignable/],
  [`await club.post('/events');`, /is not assignable/],
  [`const { evens } = await club.get('/events');`, /'evens' does not exist/],
  [
    `const { event } = await club.get('/events/{id}', { id: 1 }); event.titel;`,
    /'titel' does not exist .* 'title'/,
  ],
  [`await club.get('/events', {}, { timout: 5 });`, /'timout' does not exist/],
  [`new Fanclub({ url: '', key: '', jsonp: true });`, /is not assignable/],
];

describe.each(['nodenext', 'bundler'])('the types, with the module resolution of %s,', (resolution) => {
  let errors: Map<string, string>;

  beforeAll(async () => {
    const folder = join(project.folder, resolution);
    await mkdir(folder);
    const head = `import { type Customer, Fanclub, FanclubError, type PostInput } from 'fanclub-client';
      const club = new Fanclub({ url: '', key: '' });`;
    await Promise.all(
      STATEMENTS.map(([statement], index) => writeFile(join(folder, `${index}.ts`), `${head}\n${statement}`)),
    );
    for (const [name, path] of Object.entries({ readme: 'README.md', embed: 'embed/README.md' })) {
      const readme = await readFile(join(__dirname, '..', path), 'utf8');
      const examples = [...readme.matchAll(/```ts\n([^]*?)```/g)].map(([, example]) => example);
      expect(examples).toHaveLength(1);
      await writeFile(join(folder, `${name}.ts`), examples.join(''));
    }
    const compilerOptions = {
      strict: true,
      noEmit: true,
      target: 'es2022',
      module: resolution === 'bundler' ? 'esnext' : 'nodenext',
      moduleResolution: resolution,
      lib: ['es2022', 'dom'],
      types: [],
    };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
    // It ends with an error, because there are wrong statements.
    const output = await run(process.execPath, [TSC, '-p', folder, '--pretty', 'false'], {
      cwd: folder,
    }).then(
      () => '',
      ({ stdout }: { stdout: string }) => stdout,
    );
    errors = new Map();
    for (const part of output.split(/^(?=\S)/m)) {
      const [, file = part] = /^(\d+)\.ts\(/.exec(part) ?? [];
      errors.set(file, (errors.get(file) ?? '') + part);
    }
  }, 120_000);

  it.each(
    STATEMENTS.map(
      ([statement, error], index) => [error ? 'refuse' : 'accept', statement, index, error] as const,
    ),
  )('%s %s', (_, _statement, index, error) => {
    if (error) expect(errors.get(String(index))).toMatch(error);
    else expect(errors.get(String(index))).toBeUndefined();
  });

  it('are correct themselves, and accept the examples of the READMEs', () => {
    expect([...errors.keys()].filter((file) => !/^\d+$/.test(file))).toEqual([]);
  });
});
