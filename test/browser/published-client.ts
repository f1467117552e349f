import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The client that websites of this API family use, and the packages of its log-in links, with the SHA-256 of each archive. */
const PACKAGES = {
  'universe-js@2.1.1': '2811789b887ece1011b4b28182c16d0f982d8985702d85911158a86fe2a61098',
  'dom-delegate@2.2.1': 'eed1ba20dd17a449895f34665aac36c2e5ba3326ad760020a45ce5806d451818',
  'query-string@2.4.2': '2c37f4807df998d5cd2caaf6f6d8635f911936fdee1f12990cf1518ec1f4d652',
  'strict-uri-encode@1.1.0': '89aa64532aa90e702eec7de524c5f23976f0d654c1ea8270defc618628233050',
} as const;

/** The published client, unchanged. */
export interface PublishedClient {
  /** The script that sets `Universe`. */
  readonly client: string;
  /** Its log-in links, as a script that sets `UniverseLogin`. */
  readonly login: string;
  /** The page at `/login/reload`. */
  readonly reload: string;
  remove(): Promise<void>;
}

/** Fetches the packages from the npm registry, because only this test needs them. */
export async function publishedClient(): Promise<PublishedClient> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'fanclub-published-client-')));
  for (const [name, hash] of Object.entries(PACKAGES)) await unpack(folder, name, hash);
  const file = (path: string) => join(folder, 'node_modules', 'universe-js', path);
  const bundle = join(folder, 'login.js');
  // In plain Node, because Jest does not run esbuild.
  const code = `import { build } from 'esbuild';
    await build({ entryPoints: [${JSON.stringify(file('login/login.js'))}], bundle: true, format: 'iife',
      globalName: 'UniverseLogin', outfile: ${JSON.stringify(bundle)}, logLevel: 'silent' });`;
  await run(process.execPath, ['--input-type=module', '-e', code], { cwd: join(__dirname, '..', '..') });
  const [client, login, reload] = await Promise.all(
    [file('build/universe.js'), bundle, file('login/closePromptPopup.hbs')].map((path) =>
      readFile(path, 'utf8'),
    ),
  );
  return { client, login, reload, remove: () => rm(folder, { recursive: true, force: true }) };
}

async function unpack(folder: string, name: string, hash: string): Promise<void> {
  const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', folder, name], {
    cwd: folder,
  });
  const archive = join(folder, stdout.trim());
  const found = createHash('sha256')
    .update(await readFile(archive))
    .digest('hex');
  if (found !== hash) throw new Error(`${name} is not the package that was tested: SHA-256 ${found}`);
  const target = join(folder, 'node_modules', name.slice(0, name.lastIndexOf('@')));
  await mkdir(target, { recursive: true });
  await run('tar', ['-xzf', archive, '-C', target, '--strip-components=1']);
}
