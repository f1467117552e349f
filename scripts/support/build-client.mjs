import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { ROOT } from './project.mjs';

/** The folder of the client for websites. */
export const CLIENT = join(ROOT, 'clients', 'javascript');

const SOURCES = join(CLIENT, 'src');
const EMBED = join(CLIENT, 'embed');
/** The oldest browsers that have `AbortSignal.any`, and the oldest Node. The README of the client names them. */
const TARGET = ['chrome116', 'edge116', 'firefox124', 'safari17.4', 'node20.19'];

/**
 * Builds the client: `index.js`, an ES module for browsers and Node; `page.js`, a script that defines global names; `embed.js`, a script
 * that also makes widgets; and the types of all three.
 * Does not check types: `npm run check` does.
 */
export async function buildClient(to = join(CLIENT, 'dist')) {
  const { build } = await import('esbuild');
  rmSync(to, { recursive: true, force: true });
  const common = { bundle: true, minify: true, target: TARGET, logLevel: 'error', sourcemap: 'linked' };
  await Promise.all([
    build({
      ...common,
      entryPoints: [join(SOURCES, 'index.ts')],
      format: 'esm',
      outfile: join(to, 'index.js'),
    }),
    build({
      ...common,
      entryPoints: [join(SOURCES, 'page.ts')],
      format: 'iife',
      outfile: join(to, 'page.js'),
    }),
    build({
      ...common,
      entryPoints: [join(EMBED, 'index.ts')],
      format: 'iife',
      outfile: join(to, 'embed.js'),
    }),
    writeDeclarations(to),
  ]);
}

/** One `.d.ts` for each source, each made of this source only, which takes a tenth of the time of a whole program. */
async function writeDeclarations(to) {
  const { default: typescript } = await import('typescript');
  const write = (file, target, change = (text) => text) => {
    const { outputText } = typescript.transpileDeclaration(readFileSync(file, 'utf8'), {
      fileName: file,
      compilerOptions: { isolatedDeclarations: true, target: typescript.ScriptTarget.ES2022 },
    });
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, change(outputText));
  };
  for (const file of sources(SOURCES))
    write(file, join(to, relative(SOURCES, file).replace(/\.ts$/, '.d.ts')));
  write(join(EMBED, 'global.ts'), join(to, 'embed.d.ts'), (text) => text.replaceAll('../src/', './'));
}

const sources = (folder) =>
  readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'))
    .map((name) => join(folder, name));
