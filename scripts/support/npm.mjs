import { spawn } from 'node:child_process';
import { Failure, ROOT } from './project.mjs';

/**
 * Starts npm: the one that runs this script, or else the one on the PATH.
 *
 * @param node the Node that runs npm; by default the one of this process
 */
export function startNpm(parameters, { node = process.execPath, ...options } = {}) {
  const cli = process.env.npm_execpath;
  const [program, first] = cli?.endsWith('npm-cli.js') ? [node, [cli]] : ['npm', []];
  return spawn(program, [...first, ...parameters], {
    cwd: ROOT,
    shell: program === 'npm' && process.platform === 'win32',
    ...options,
  });
}

/** Runs npm to its end. Resolves with its exit code and its piped output. */
export function npm(parameters, options) {
  return new Promise((resolve, reject) => {
    const child = startNpm(parameters, options);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
    child.on('error', (error) => reject(new Failure(`npm could not be started: ${error.message}`)));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}
