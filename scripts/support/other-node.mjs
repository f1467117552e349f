import { join } from 'node:path';
import { npm } from './npm.mjs';
import { Failure, ROOT } from './project.mjs';

/** A version, or the first parts of one, whose newest is meant then. */
const VERSION = /^\d+(\.\d+){0,2}$/;

/** The npm package with the program of Node for a platform. */
export const nodePackage = (platform, arch) => `node-${platform === 'win32' ? 'win' : platform}-${arch}`;

/**
 * Takes a version of Node from the npm registry that npm is set up with, into the project's cache. Resolves with the folder of
 * the program, for the PATH, and the program.
 *
 * @throws Failure for what is no version, or a version that does not exist for this platform
 */
export async function fetchNode(version, { root = ROOT, platform = process.platform } = {}) {
  if (!VERSION.test(version))
    throw new Failure(`${version} is no version of Node: write 24, 22.12 or 20.19.0.`);
  const name = nodePackage(platform, process.arch);
  const folder = join(root, 'node_modules', '.cache', 'node', version);
  const { code, output } = await npm(
    [
      'install',
      `--prefix=${folder}`,
      '--no-save',
      '--no-package-lock',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
    ].concat('--loglevel=error', `${name}@${version}`),
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  if (code !== 0) {
    throw new Failure(
      /\b(ETARGET|E404)\b/.test(output)
        ? `There is no Node ${version} for ${platform} on ${process.arch}: the npm package ${name} has no such version.`
        : `npm could not install ${name}@${version}:\n${output}`,
    );
  }
  const bin = join(folder, 'node_modules', name, 'bin');
  return { bin, program: join(bin, platform === 'win32' ? 'node.exe' : 'node') };
}
