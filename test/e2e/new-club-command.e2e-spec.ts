import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { HttpClient } from '#libs/testing';
import { fanclub } from '../../src/tools/cli/main';
import { freePort } from '../support/free-port';
import { forkProcess } from '../support/server-process';
import { testApp, testEnvironment } from '../support/start-test-app';

/** A service that knows the address at which it listens. */
const t = testApp(async () => {
  const port = String(await freePort());
  return { PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}` };
});

const environment = () => ({
  ...testEnvironment(t.config.database.url),
  PUBLIC_URL: t.config.publicUrl,
});

const NAME = ['--name', 'The Lanterns'];
const SITE = ['--site-url', 'https://lanterns.example'];
const SUPPORT = ['--support-email', 'help@lanterns.example'];
const REQUIRED = [...NAME, ...SITE, ...SUPPORT];

interface Result {
  code: number | null;
  out: string[];
  logged: string[];
}

/** Calls the command in this process. Without answers there is no terminal; the questions are added to `asked`. */
async function call(
  parameters: readonly string[],
  answers?: string[],
  asked: string[] = [],
): Promise<Result> {
  const [out, logged]: [string[], string[]] = [[], []];
  const code = await fanclub(['new-club', ...parameters], environment(), {
    print: (line) => out.push(line),
    log: (line) => logged.push(line),
    ...(answers && {
      ask: async (question: string) => {
        asked.push(question);
        const answer = answers.shift();
        if (answer === undefined) throw new Error(`no answer to ${question}`);
        return answer;
      },
    }),
  });
  return { code, out, logged };
}

/** Runs the command as a process without a terminal. */
async function run(parameters: readonly string[]): Promise<Result> {
  const { child } = forkProcess('command-process.ts', environment(), ['new-club', ...parameters]);
  const [out, logged] = [child.stdout!, child.stderr!].map((stream) => {
    const pieces: Buffer[] = [];
    stream.on('data', (piece: Buffer) => pieces.push(piece));
    return pieces;
  });
  const [code] = (await once(child, 'close')) as [number | null];
  const lines = (pieces: Buffer[]) => Buffer.concat(pieces).toString().trimEnd().split('\n');
  return { code, out: lines(out), logged: lines(logged) };
}

/** Runs a printed line in a shell, with a `curl` that passes on its parameters, and sends the request. */
async function paste(line: string): Promise<Record<string, unknown>> {
  const { stdout } = await promisify(execFile)('sh', ['-c', `curl() { printf '%s\\0' "$@"; }\n${line}`]);
  const words = stdout.split('\0').slice(0, -1);
  const after = (flag: string) => (words.includes(flag) ? words[words.indexOf(flag) + 1] : undefined);
  const [name, value] = after('-H')?.split(': ') ?? [];
  const answer = await new HttpClient('').request<Record<string, unknown>>(
    after('-d') === undefined ? 'GET' : 'POST',
    words.at(-1)!,
    { body: after('-d'), headers: name === undefined ? {} : { [name]: value } },
  );
  return answer.json;
}

const requestsOf = ({ out }: Result): string[] =>
  out.filter((line) => line.startsWith('  curl ')).map((line) => line.trim());
const keyOf = ({ out }: Result): string => /^ {2}Key +(\S+)$/m.exec(out.join('\n'))![1];
const rows = (sql: string): Promise<Record<string, unknown>[]> => t.db.query(sql);

/** The rows that the command may create, without ids and times. */
const created = async () => ({
  organizations: (await rows('SELECT name FROM organizations ORDER BY id')).map(({ name }) => name),
  clubs: (await rows('SELECT name FROM fanclubs ORDER BY id')).map(({ name }) => name),
  keys: (await rows('SELECT FROM fanclub_keys')).length,
  domains: (await rows('SELECT origin FROM trusted_domains ORDER BY id')).map(({ origin }) => origin),
});
const NOTHING = { organizations: [], clubs: [], keys: 0, domains: [] };

describe('fanclub new-club', () => {
  it('creates a fan club whose three printed requests work when pasted', async () => {
    const result = await run([
      ...REQUIRED,
      '--organization',
      'Lantern Records',
      '--trust',
      'http://localhost:5173',
    ]);
    expect(result).toMatchObject({ code: 0, logged: [''] });
    expect(result.out[0]).toBe(
      'Created the fan club “The Lanterns” of the new organization “Lantern Records”.',
    );
    const [club, account, events, ...others] = requestsOf(result);
    expect(others).toEqual([]);
    expect(club).toBe(`curl '${t.origin}/api/v1/fanclub?key=${keyOf(result)}'`);
    expect(await paste(club)).toMatchObject({ status: 'ok', fanclub: { name: 'The Lanterns' } });
    expect(await paste(account)).toMatchObject({
      status: 'ok',
      customer: { email: 'help@lanterns.example' },
    });
    expect(await paste(events)).toMatchObject({ status: 'ok', events: [] });
    expect(await rows('SELECT kind FROM mails')).toHaveLength(1);
    expect(await created()).toEqual({
      organizations: ['Lantern Records'],
      clubs: ['The Lanterns'],
      keys: 1,
      domains: ['http://localhost:5173'],
    });
  });

  it('prints addresses that work: the log-in page and the calendar', async () => {
    const { out } = await call(REQUIRED);
    for (const label of ['Log-in page', 'Calendar']) {
      const [, address] = new RegExp(`^  ${label} +(\\S+)$`, 'm').exec(out.join('\n'))!;
      expect((await fetch(address)).status).toBe(200);
    }
  });

  it('trusts its site and the given websites', async () => {
    const result = await call([
      ...REQUIRED,
      '--trust',
      'https://shop.example',
      '--trust',
      'http://localhost:5173',
    ]);
    const key = keyOf(result);
    const origins = ['https://lanterns.example', 'https://shop.example', 'http://localhost:5173'];
    expect(result.out).toContain(`  Trusted websites  ${origins.join(', ')}`);
    for (const origin of [...origins, 'https://other.example']) {
      const { headers } = await fetch(`${t.origin}/api/v1/fanclub?key=${key}`, { headers: { origin } });
      const isTrusted = headers.get('access-control-allow-origin') === origin;
      expect([origin, isTrusted]).toEqual([origin, origin !== 'https://other.example']);
    }
  });

  it('has the defaults of a catalogue, and an organization of the same name', async () => {
    await call(REQUIRED);
    expect((await created()).organizations).toEqual(['The Lanterns']);
    expect(await rows('SELECT * FROM fanclubs')).toMatchObject([
      { time_zone: 'UTC', currency: 'USD', home_country: 'US', plans_url: 'https://lanterns.example/join' },
    ]);
  });

  it('takes all settings as options', async () => {
    await call([...REQUIRED, '--time-zone', 'Europe/Oslo', '--currency', 'NOK', '--home-country=NO']);
    expect(await rows('SELECT * FROM fanclubs')).toMatchObject([
      { time_zone: 'Europe/Oslo', currency: 'NOK', home_country: 'NO' },
    ]);
  });

  it('prints requests that a shell reads correctly, whatever the settings contain', async () => {
    const result = await call([...NAME, ...SITE, '--support-email', "o'hara+$HOME`@lanterns.example"]);
    expect(await paste(requestsOf(result)[1])).toMatchObject({ status: 'ok' });
  });

  it('uses an existing organization, also beside its other fan clubs', async () => {
    const { id } = await t.given.organization({ name: 'Lantern Records' });
    await t.given.fanclub({ organizationId: id });
    const { out } = await call([...REQUIRED, '--organization', 'Lantern Records']);
    expect(out[0]).toBe('Created the fan club “The Lanterns” of the organization “Lantern Records”.');
    expect((await created()).organizations).toEqual(['Lantern Records']);
    expect(await rows('SELECT organization_id FROM fanclubs')).toHaveLength(2);
  });

  it('records what it did as security events', async () => {
    await call([...REQUIRED, '--trust', 'https://shop.example']);
    const actions = (await rows('SELECT action FROM security_events ORDER BY id')).map(
      ({ action }) => action,
    );
    expect(actions.sort()).toEqual(['catalogue.imported', 'key.created', 'trusted_domain.added']);
  });
});

describe('fanclub new-club refuses', () => {
  it('to guess without a terminal, and names what is missing', async () => {
    const { code, out, logged } = await run(NAME);
    expect([code, out]).toEqual([2, ['']]);
    expect(logged[0]).toBe('There is no terminal to ask for what is missing: --site-url, --support-email');
    expect(logged.join('\n')).toMatch(/\nUsage:\n {2}fanclub new-club --name NAME /);
    expect(await created()).toEqual(NOTHING);
  });

  it('invalid settings, all at once', async () => {
    const wrong = ['--site-url', 'lanterns.example', '--time-zone', 'Mars', '--trust', 'https://x.example/'];
    expect(await call([...NAME, ...SUPPORT, ...wrong])).toEqual({
      code: 1,
      out: [],
      logged: [
        '--site-url: must be an http or https address',
        '--time-zone: must be an IANA time zone',
        '--trust: https://x.example/ must be an origin such as https://www.example.com, in lower case and without a path',
        'Nothing was created.',
      ],
    });
    expect(await created()).toEqual(NOTHING);
  });

  it('too many trusted websites', async () => {
    const many = Array.from({ length: 51 }, (_, n) => ['--trust', `https://s${n}.example`]).flat();
    const { code, logged } = await call([...REQUIRED, ...many]);
    expect([code, logged.at(-1)]).toEqual([1, 'Nothing was created.']);
    expect(await created()).toEqual(NOTHING);
  });

  it.each([
    [['Lanterns'], 'new-club takes options only'],
    [[...REQUIRED, ...NAME], '--name is given twice'],
    [[...REQUIRED, '--colour', 'red'], '--colour'],
  ])('%j', async (parameters, fault) => {
    const { code, logged } = await call(parameters);
    expect(code).toBe(2);
    expect(logged.join('\n')).toContain(fault);
  });

  it.each(['The Lanterns', 'THE LANTERNS'])(
    'a second fan club of the organization that is named %s, and changes nothing',
    async (name) => {
      await call([...REQUIRED, '--organization', 'Lantern Records']);
      const before = await created();
      const again = [
        ...SITE,
        ...SUPPORT,
        '--organization',
        'Lantern Records',
        '--trust',
        'https://shop.example',
      ];
      expect(await call([...again, '--name', name])).toEqual({
        code: 1,
        out: [],
        logged: ['“Lantern Records” already has a fan club named “The Lanterns”.', 'Nothing was created.'],
      });
      expect(await created()).toEqual(before);
    },
  );

  it('a new organization whose name differs from another only in the case of letters', async () => {
    await t.given.organization({ name: 'Lantern Records' });
    expect(await call([...REQUIRED, '--organization', 'lantern records'])).toEqual({
      code: 1,
      out: [],
      logged: [
        'There is an organization named “Lantern Records”. Use exactly this name.',
        'Nothing was created.',
      ],
    });
  });

  it('no fan club of another organization with the same name', async () => {
    await call([...REQUIRED, '--organization', 'One']);
    expect((await call([...REQUIRED, '--organization', 'Two'])).code).toBe(0);
  });

  it('all but one of several runs at the same time', async () => {
    const runs = await Promise.all(Array.from({ length: 4 }, () => call(REQUIRED)));
    expect(runs.map(({ code }) => code).sort()).toEqual([0, 1, 1, 1]);
    expect(await created()).toEqual({
      organizations: ['The Lanterns'],
      clubs: ['The Lanterns'],
      keys: 1,
      domains: [],
    });
  });
});

describe('fanclub new-club on a terminal', () => {
  it('asks for what is missing, with defaults, and again after an invalid answer', async () => {
    const answers = [
      'Lantern Records',
      'lanterns.example',
      'https://lanterns.example',
      'help@lanterns.example',
    ];
    const more = ['', 'EUR', 'DE', 'http://localhost:5173 https://shop.example'];
    const asked: string[] = [];
    const { code, logged } = await call(['--name', 'The Lanterns'], [...answers, ...more], asked);
    expect([code, logged]).toEqual([0, ['  must be an http or https address']]);
    expect(asked).toEqual([
      'Organization that owns it, an existing or a new one [The Lanterns]: ',
      'Address of its website: ',
      'Address of its website: ',
      'E-mail address of its support: ',
      'Time zone [UTC]: ',
      'Currency [USD]: ',
      'Home country [US]: ',
      'Other websites that may use it, such as http://localhost:5173, separated by spaces: ',
    ]);
    expect(await rows('SELECT * FROM fanclubs')).toMatchObject([
      { site_url: 'https://lanterns.example', time_zone: 'UTC', currency: 'EUR', home_country: 'DE' },
    ]);
    expect((await created()).domains).toEqual(['http://localhost:5173', 'https://shop.example']);
  });

  it('asks nothing if every required setting is given', async () => {
    expect((await call(REQUIRED, [])).code).toBe(0);
  });
});
