import { join } from 'node:path';
import { npm } from './npm.mjs';
import { Failure, ROOT } from './project.mjs';

/** A version, or its first parts, which mean the newest version that begins with them. */
const VERSION = /^\d+(\.\d+){0,2}$/;

/** The npm package that contains Node for a platform. */
export const nodePackage = (platform, arch) => `node-${platform === 'win32' ? 'win' : platform}-${arch}`;

/**
 * Installs a version of Node from the npm registry into the project's cache. Resolves with the program, and its folder for the
 * PATH.
 *
 * @throws Failure for an invalid version, or one that does not exist for this platform
 */
export async function fetchNode(version, { root = ROOT, platform = process.platform } = {}) {
  if (!VERSION.test(version))
    throw new Failure(`${version} is not a version of Node. Examples: 24, 22.12, 20.19.0.`);
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
