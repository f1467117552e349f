import 'reflect-metadata';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { readConfig, VARIABLES } from '../../src/platform/config/config';
import { COMMANDS } from '../../src/tools/cli/commands';

const ROOT = resolve(__dirname, '../..');
const OPERATIONS = join(ROOT, 'operations');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const exists = (path: string): boolean => existsSync(join(ROOT, path));
const packageOf = JSON.parse(read('package.json')) as { version: string };

/** Variables that are not settings of the service. */
const OTHER_VARIABLES = ['NODE_ENV'];
const unknownSettings = (names: readonly string[]): string[] =>
  names.filter((name) => !VARIABLES.includes(name) && !OTHER_VARIABLES.includes(name));

/** The faults of a command line of Node: a script or a `fanclub` command that does not exist. */
function commandFaults(words: readonly string[]): string[] {
  const [script, name] = words.filter((word) => !word.startsWith('-'));
  if (!exists(script)) return [`there is no ${script}`];
  return script.endsWith('fanclub.mjs') && !COMMANDS.has(name) ? [`there is no command ${name}`] : [];
}

describe('the Dockerfile', () => {
  // Joins continued lines.
  const lines = read('Dockerfile')
    .replace(/\\\n\s*/g, '')
    .split('\n');
  const instructions = (name: string): string[] =>
    lines.filter((line) => line.startsWith(`${name} `)).map((line) => line.slice(name.length + 1));
  const copied = instructions('COPY')
    .filter((line) => !line.startsWith('--from'))
    .flatMap((line) => line.split(' ').slice(0, -1));

  it('uses one image of Node 24, with its full version', () => {
    const [node] = instructions('ARG').map((line) => line.replace('NODE=', ''));
    expect(node).toMatch(/^24\.\d+\.\d+$/);
    for (const from of instructions('FROM')) expect(from).toMatch(/^node:\$\{NODE\}-bookworm-slim\b/);
  });

  it('copies files that exist, and that .dockerignore lets through', () => {
    const allowed = read('.dockerignore')
      .split('\n')
      .flatMap((line) => (line.startsWith('!') ? line.slice(1) : []));
    expect(copied.filter((path) => !exists(path))).toEqual([]);
    expect(copied.filter((path) => !allowed.includes(path))).toEqual([]);
    expect(allowed.filter((path) => path !== 'Dockerfile' && !copied.includes(path))).toEqual([]);
  });

  it('copies everything that the build depends on', () => {
    const [, list] = /const SOURCES = \[(.*?)\];/s.exec(read('scripts/support/build.mjs')) ?? [];
    const sources = [...list.matchAll(/'([^']+)'/g)].map(([, path]) => path);
    expect(sources.length).toBeGreaterThan(5);
    const isCopied = (path: string): boolean =>
      copied.some((one) => path === one || path.startsWith(`${one}/`));
    expect(sources.filter((path) => !isCopied(path))).toEqual([]);
  });

  it('starts a script that exists, without the rights of root', () => {
    const [user] = instructions('USER');
    expect(Number(user.split(':')[0])).toBeGreaterThan(0);
    const [entry, command] = ['ENTRYPOINT', 'CMD'].map(
      (name) => JSON.parse(instructions(name)[0]) as string[],
    );
    expect(commandFaults([...entry.slice(1), ...command])).toEqual([]);
    const [, health] = /CMD (\[.*\])/.exec(instructions('HEALTHCHECK')[0]) ?? [];
    expect(commandFaults((JSON.parse(health) as string[]).slice(1))).toEqual([]);
  });

  it('keeps the packages for the platform with which sharp decodes pictures, and tries them', () => {
    const { packages } = JSON.parse(read('package-lock.json')) as {
      packages: Record<string, { optionalDependencies?: object }>;
    };
    expect(Object.keys(packages['node_modules/sharp'].optionalDependencies ?? {})).toContain(
      '@img/sharp-linux-x64',
    );
    const [install] = instructions('RUN').filter((line) => line.includes('--omit=dev'));
    expect(install).not.toContain('--omit=optional');
    expect(install).toContain(`node --eval "require('sharp')"`);
  });

  it('sets known settings only', () => {
    const names = [
      ...instructions('ENV')
        .join(' ')
        .matchAll(/(\w+)=/g),
    ].map(([, name]) => name);
    expect(unknownSettings(names)).toEqual([]);
  });
});

interface Service {
  image: string;
  build?: string;
  entrypoint?: string[];
  command?: string[];
  environment?: Record<string, string>;
  volumes?: string[];
  ports?: string[];
  depends_on?: Record<string, { condition: string }>;
  restart: string;
  read_only?: boolean;
  cap_drop?: string[];
}

describe('docker-compose.yml', () => {
  const { services, volumes } = parse(read('docker-compose.yml'), { merge: true }) as {
    services: Record<string, Service>;
    volumes: Record<string, null>;
  };
  const all = Object.entries(services);
  const own = all.filter(([, { build }]) => build !== undefined);

  it.each(own)('runs %s by a command that exists, read-only and without rights', (_, service) => {
    const [node, ...parameters] = service.entrypoint ?? [];
    expect(node).toBe('node');
    expect(commandFaults([...parameters, ...(service.command ?? [])])).toEqual([]);
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
    expect(unknownSettings(Object.keys(service.environment ?? {}))).toEqual([]);
  });

  it('contains no secret', () => {
    const environment = all.flatMap(([, service]) => Object.entries(service.environment ?? {}));
    expect(environment.filter(([name]) => /KEYS|PASSWORD$|DATABASE.*URL/.test(name))).toEqual([]);
  });

  it('opens ports only to this machine', () => {
    const ports = all.flatMap(([, service]) => service.ports ?? []);
    expect(ports.length).toBeGreaterThan(0);
    expect(ports.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([]);
  });

  it('names volumes and services that it defines, and images with their versions', () => {
    const mounted = all.flatMap(([, service]) => (service.volumes ?? []).map((one) => one.split(':')[0]));
    expect([...new Set(mounted)].sort()).toEqual(Object.keys(volumes).sort());
    const needed = all.flatMap(([, service]) => Object.keys(service.depends_on ?? {}));
    expect(needed.filter((name) => !(name in services))).toEqual([]);
    const others = all.filter(([, { build }]) => build === undefined).map(([, { image }]) => image);
    for (const image of others) expect(image).toMatch(/:v?\d/);
  });

  it('waits for the end of services that end, and restarts the others', () => {
    const awaited = all.flatMap(([, service]) => Object.entries(service.depends_on ?? {}));
    for (const [name, { condition }] of awaited) {
      const ends = services[name].restart === 'no';
      expect([name, condition === 'service_completed_successfully']).toEqual([name, ends]);
    }
  });
});

interface Pod {
  securityContext: object;
  containers: {
    image: string;
    args?: string[];
    envFrom: { configMapRef?: { name: string } }[];
    securityContext: object;
    livenessProbe?: { httpGet: { path: string } };
    readinessProbe?: { httpGet: { path: string } };
    startupProbe?: { httpGet: { path: string } };
  }[];
}

describe('the manifests for Kubernetes', () => {
  const documents = readdirSync(join(OPERATIONS, 'kubernetes')).flatMap((name) =>
    parseAllDocuments(read(`operations/kubernetes/${name}`)).map(
      (one) => one.toJS() as Record<string, never>,
    ),
  );
  const kinds = documents.map(({ kind }) => kind as string);
  const pods = documents
    .filter(({ kind }) => ['Job', 'Deployment'].includes(kind))
    .map(({ spec }) => (spec as { template: { spec: Pod } }).template.spec);

  it('are three files with settings, migration, servers and worker', () => {
    expect(readdirSync(join(OPERATIONS, 'kubernetes'))).toHaveLength(3);
    expect(kinds.sort()).toEqual(['ConfigMap', 'Deployment', 'Deployment', 'Job', 'Service']);
  });

  it('set known settings only, none of them secret', () => {
    const { data } = documents.find(({ kind }) => kind === 'ConfigMap') as unknown as {
      data: Record<string, string>;
    };
    expect(unknownSettings(Object.keys(data))).toEqual([]);
    expect(Object.keys(data).filter((name) => /KEYS|_URLS?$/.test(name))).toEqual(['PUBLIC_URL']);
    expect(Object.values(data).every((value) => typeof value === 'string')).toBe(true);
    readConfig({ ...data, ...SECRETS });
  });

  it('run this version by commands that exist, read-only and without rights', () => {
    expect(pods).toHaveLength(3);
    const controller = read('src/platform/operations/health.controller.ts');
    const paths = [...controller.matchAll(/@Get\('(\w+)'\)/g)].map(([, path]) => `/${path}`);
    for (const pod of pods) {
      expect(pod.securityContext).toMatchObject({ runAsNonRoot: true });
      for (const { image, args, securityContext, ...container } of pod.containers) {
        expect(image.split(':')[1]).toBe(packageOf.version);
        expect(args ? commandFaults(args) : []).toEqual([]);
        expect(securityContext).toMatchObject({
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
        for (const name of ['livenessProbe', 'readinessProbe', 'startupProbe'] as const) {
          const path = container[name]?.httpGet.path;
          if (path !== undefined) expect(paths).toContain(path);
        }
      }
    }
  });
});

describe('the units for systemd', () => {
  const names = readdirSync(join(OPERATIONS, 'systemd'));
  const unit = (name: string): string => read(`operations/systemd/${name}`);
  const values = (name: string, setting: string): string[] =>
    [...unit(name).matchAll(new RegExp(`^${setting}=(.*)$`, 'gm'))].map(([, value]) => value);

  it.each(names)('%s starts a script that exists, with known settings and not as root', (name) => {
    const [[node, ...words]] = values(name, 'ExecStart').map((line) => line.split(' '));
    expect(node).toBe('/usr/bin/node');
    expect(commandFaults(words.map((word) => word.replace(/^\/opt\/fanclub\//, '')))).toEqual([]);
    const set = values(name, 'Environment').flatMap((line) =>
      line.split(' ').map((one) => one.split('=')[0]),
    );
    expect(unknownSettings(set)).toEqual([]);
    expect(values(name, 'User')).toEqual(['fanclub']);
  });

  it('restrict the worker in the same way as the server', () => {
    const restrictions = (name: string): string => unit(name).replace(/^[^]*?\nStateDirectory=/, '');
    expect(restrictions('fanclub-worker.service')).toBe(restrictions('fanclub.service'));
  });
});

const KEY = Buffer.alloc(32, 3).toString('base64');
const SECRETS = { DATABASE_URL: 'postgres://127.0.0.1/x', SESSION_KEYS: KEY, ENCRYPTION_KEYS: KEY };

describe('the scripts of the containers', () => {
  const script = (name: string): string => join(OPERATIONS, 'containers', name);

  it('make secrets once, which are valid settings, and readable only by their owner', () => {
    const folder = mkdtempSync(join(tmpdir(), 'secrets-'));
    try {
      for (const name of ['server', 'owner']) mkdirSync(join(folder, name));
      const make = (): string =>
        execFileSync(process.execPath, [script('make-secrets.mjs'), folder, 'db'], { encoding: 'utf8' });
      const files = ['server/env', 'owner/env', 'owner/postgres-password'].map((name) => join(folder, name));
      const contents = (): string[] => files.map((file) => readFileSync(file, 'utf8'));
      expect(make()).toContain('Created');
      const first = contents();
      expect(make()).toBe('');
      expect(contents()).toEqual(first);
      for (const file of files) expect(statSync(file).mode & 0o777).toBe(0o600);

      const variables = Object.fromEntries(
        first
          .slice(0, 2)
          .flatMap((text) => [...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value])),
      ) as Record<string, string>;
      expect(Object.keys(variables)).toHaveLength(4);
      const { database } = readConfig(variables);
      expect(new URL(database.ownerUrl)).toMatchObject({
        username: 'fanclub_owner',
        password: first[2],
        hostname: 'db',
      });
      expect(new URL(database.url)).toMatchObject({ username: 'fanclub_server', hostname: 'db' });
      expect(new URL(database.url).password).not.toBe(first[2]);
      // An interrupted run is completed, and keeps what is in use.
      rmSync(files[1]);
      make();
      expect(contents()).toEqual(first);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('report whether a server answers', async () => {
    let status = 200;
    const server = createServer((_request, response) => response.writeHead(status).end()).listen(
      0,
      '127.0.0.1',
    );
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const check = async (environment: NodeJS.ProcessEnv): Promise<unknown> => {
      const child = spawn(process.execPath, [script('healthy.mjs')], {
        env: { ...process.env, ...environment },
      });
      const [code] = (await once(child, 'exit')) as [number];
      return code;
    };
    expect(await check({ PORT: String(port) })).toBe(0);
    status = 503;
    expect(await check({ PORT: String(port) })).toBe(1);
    server.close();
    server.closeAllConnections();
    expect(await check({ PORT: String(port) })).toBe(1);
  });
});
