import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { ENVIRONMENT, InvalidConfig, readConfig, VARIABLES } from './config';

const KEY = Buffer.alloc(32, 7).toString('base64');
const needed = {
  DATABASE_URL: 'postgres://user:secret@127.0.0.1:5432/db',
  SESSION_KEYS: KEY,
  ENCRYPTION_KEYS: KEY,
};
const faultsOf = (environment: NodeJS.ProcessEnv): readonly string[] => {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof InvalidConfig) return error.faults;
  }
  return [];
};

describe('readConfig', () => {
  it('needs nothing but the database and the two secrets', () => {
    const config = readConfig(needed);
    expect(config.port).toBe(3000);
    expect(config.publicUrl).toBe('http://localhost:3000');
    expect(config.session.keys).toEqual([Buffer.alloc(32, 7)]);
    expect(config.session.absoluteLifetime).toBe(30 * 86_400);
  });

  it('reports all faults together, each with the name of its variable', () => {
    const faults = faultsOf({
      PORT: 'http',
      DATABASE_URL: 'mysql://x',
      SESSION_KEYS: 'short',
      LOG_LEVEL: 'loud',
    });
    expect(faults.map((fault) => fault.split(' ')[0]).sort()).toEqual(
      ['DATABASE_URL', 'ENCRYPTION_KEYS', 'LOG_LEVEL', 'PORT', 'SESSION_KEYS'].sort(),
    );
  });

  it('names each missing secret and the form it should have', () => {
    expect(faultsOf({ ...needed, SESSION_KEYS: '' })).toEqual([
      'SESSION_KEYS is missing: it must be 32 random bytes in base64 (several, newest first, separated by commas)',
    ]);
  });

  it('never repeats the value of a faulty variable, which may be a secret', () => {
    expect(faultsOf({ ...needed, SESSION_KEYS: 'hunter2' }).join()).not.toContain('hunter2');
  });

  it('refuses several hosts, of which pg would use none', () => {
    const DATABASE_URL = 'postgres://u:p@one:5432,two:5432/db?target_session_attrs=read-write';
    expect(faultsOf({ ...needed, DATABASE_URL })).toEqual([
      'DATABASE_URL must be a URL (postgres, postgresql)',
    ]);
  });

  it('reads several keys, newest first', () => {
    const old = Buffer.alloc(32, 9).toString('base64');
    expect(readConfig({ ...needed, SESSION_KEYS: `${KEY},${old}` }).session.keys).toHaveLength(2);
  });

  it.each([
    [{}, 'no-reply@localhost'],
    [{ PUBLIC_URL: 'https://api.example.com:8443' }, 'no-reply@api.example.com'],
    [{ PUBLIC_URL: 'http://192.0.2.7' }, 'no-reply@[192.0.2.7]'],
    [{ MAIL_FROM: 'hello@example.com' }, 'hello@example.com'],
  ])('with %j mails are sent from %s', (environment, from) => {
    expect(readConfig({ ...needed, ...environment }).mail.from).toBe(from);
  });

  it.each([
    [{}, true],
    [{ HOST: '127.0.0.2' }, true],
    [{ HOST: '::1' }, true],
    [{ HOST: 'localhost' }, true],
    [{ HOST: '0.0.0.0' }, false],
    [{ HOST: '::' }, false],
    [{ HOST: '127.0.0.1.example.com' }, false],
    [{ HOST: '0.0.0.0', SEED_DEMO: 'true' }, true],
    [{ HOST: '127.0.0.1', SEED_DEMO: 'false' }, false],
  ])('loads the demo with %j: %j', (environment, expected) => {
    expect(readConfig({ ...needed, ...environment }).seedDemo).toBe(expected);
  });

  it('reports whether PUBLIC_URL was given, and logs no links by default', () => {
    expect(readConfig(needed)).toMatchObject({ publicUrlGiven: false, mail: { logLinks: false } });
    const given = { PUBLIC_URL: 'http://localhost:3000', MAIL_LOG_LINKS: 'true' };
    expect(readConfig({ ...needed, ...given })).toMatchObject({
      publicUrlGiven: true,
      mail: { logLinks: true },
    });
  });

  it.each([
    [{}, false],
    [{ PAYMENTS_DEMO: 'true' }, true],
    [
      { PAYMENTS_DEMO: 'true', PUBLIC_URL: 'https://x.example' },
      'PAYMENTS_DEMO must be false, since PUBLIC_URL begins with https; allow-public allows it',
    ],
    [{ PAYMENTS_DEMO: 'allow-public', PUBLIC_URL: 'https://x.example' }, true],
  ])('with %j the demo bank runs: %j', (given, expected) => {
    const environment = { ...needed, ...given };
    const [fault] = faultsOf(environment);
    expect(fault ?? readConfig(environment).payments.hasDemoBank).toBe(expected);
  });

  it('accepts a mail server with or without a password', () => {
    expect(readConfig(needed).mail.smtpUrl).toBeNull();
    for (const url of ['smtp://127.0.0.1:2525', 'smtps://ada:p%40ss@mail.example.com'])
      expect(readConfig({ ...needed, SMTP_URL: url }).mail.smtpUrl).toBe(url);
    expect(faultsOf({ ...needed, SMTP_URL: 'https://x:hunter2@mail', MAIL_FROM: 'nobody' })).toEqual([
      'SMTP_URL must be a URL (smtp, smtps)',
      'MAIL_FROM must be an e-mail address',
    ]);
  });

  it.each([
    ['https://api.example.com/', 'https://api.example.com'],
    ['https://example.com:8443/club//', 'https://example.com:8443/club'],
    ['HTTPS://API.example.com:443', 'https://api.example.com'],
  ])('normalizes the public address %s, because links begin with it', (given, expected) => {
    expect(readConfig({ ...needed, PUBLIC_URL: given }).publicUrl).toBe(expected);
  });

  it.each(['?from=mail', '#top', '?'])(
    'rejects a public address that ends in %s, because links continue it',
    (end) => {
      expect(faultsOf({ ...needed, PUBLIC_URL: `https://api.example.com/${end}` })).toEqual([
        'PUBLIC_URL must be without ? and #',
      ]);
    },
  );
});

describe('the replicas', () => {
  it('are an empty list by default', () => {
    expect(readConfig(needed).database.replicas).toEqual({ urls: [], maxLag: 5_000 });
  });

  it('are separated by commas', () => {
    const DATABASE_REPLICA_URLS = ' postgres://u:p@one:5432/db, postgresql://two/db';
    expect(readConfig({ ...needed, DATABASE_REPLICA_URLS }).database.replicas.urls).toEqual([
      'postgres://u:p@one:5432/db',
      'postgresql://two/db',
    ]);
  });

  it.each(['postgres://u:p@one/db,', 'mysql://hunter2@one/db', 'postgres://one/db,two'])(
    'reject %j',
    (urls) => {
      expect(faultsOf({ ...needed, DATABASE_REPLICA_URLS: urls })).toEqual([
        'DATABASE_REPLICA_URLS must be URLs (postgres, postgresql), separated by commas',
      ]);
    },
  );
});

describe('.env.example', () => {
  const lines = readFileSync('.env.example', 'utf8').matchAll(/^#?([A-Z0-9_]+)=(.*)$/gm);
  const listed = new Map([...lines].map(([, name, value]) => [name, value]));

  it('lists every variable, and no other', () => {
    expect([...listed.keys()].sort()).toEqual([...VARIABLES].sort());
  });

  it('shows the defaults', () => {
    const defaults = ENVIRONMENT.flatMap((Env) => Object.entries(new Env())).filter(
      ([, value]) => value !== undefined,
    );
    expect(defaults.length).toBeGreaterThan(5);
    for (const [name, value] of defaults) expect([name, listed.get(name)]).toEqual([name, String(value)]);
  });
});

describe('the limits', () => {
  it('have the defaults of contract 3.11', () => {
    expect(readConfig(needed).limits).toEqual({
      loginRow: { count: 10, seconds: 900 },
      loginEmail: { count: 100, seconds: 900 },
      loginNetwork: { count: 100, seconds: 60 },
      signUpNetwork: { count: 120, seconds: 60 },
      signUpMailbox: { count: 20, seconds: 3600 },
      lookupNetwork: { count: 60, seconds: 60 },
      resetEmail: { count: 5, seconds: 3600 },
      newEmail: { count: 5, seconds: 3600 },
      resetNetwork: { count: 60, seconds: 60 },
      checkoutNetwork: { count: 30, seconds: 60 },
      redeemCustomer: { count: 10, seconds: 900 },
      redeemNetwork: { count: 10, seconds: 900 },
      searchKey: { count: 200, seconds: 1 },
    });
    expect(readConfig({ ...needed, LIMIT_SEARCH_KEY: '7/86400' }).limits.searchKey).toEqual({
      count: 7,
      seconds: 86_400,
    });
  });

  it.each([
    '',
    '0/60',
    '10',
    '10/0',
    '10/86401',
    '10/90000',
    '-1/5',
    '1.5/5',
    '10 / 60',
    '10/60s',
    '9999999999/1',
  ])('reject %j', (text) => {
    expect(faultsOf({ ...needed, LIMIT_LOGIN_EMAIL: text })).toEqual(
      text === ''
        ? []
        : ['LIMIT_LOGIN_EMAIL must be how often/within how many seconds (86400 at most), like 10/900'],
    );
  });
});

describe('the trusted proxies', () => {
  it.each([
    [undefined, []],
    ['', []],
    ['127.0.0.1', ['127.0.0.1']],
    [' 10.0.0.0/8 , ::1,fd00::/8', ['10.0.0.0/8', '::1', 'fd00::/8']],
  ])('read %j as %j', (text, networks) => {
    expect(readConfig({ ...needed, TRUST_PROXY: text }).trustedProxies).toEqual(networks);
  });

  it.each([
    'true',
    '*',
    '1',
    'loopback',
    'proxy.example',
    '10.0.0.0/33',
    '::1/129',
    '10.0.0.0/',
    '10.0.0.1,',
    '127.1',
  ])('reject %j', (text) => {
    expect(faultsOf({ ...needed, TRUST_PROXY: text })).toEqual([
      'TRUST_PROXY must be IP addresses or networks like 10.0.0.0/8, separated by commas',
    ]);
  });
});
