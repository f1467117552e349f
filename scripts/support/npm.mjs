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

const UNREACHABLE =
  /^(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT)$/;
const REFUSED = /^E(4\d\d|5\d\d)$/;
const NOT_WRITABLE = /^(EACCES|EROFS|EPERM)$/;

/** Level `warn`, because npm on a full disk warns, leaves empty files, and ends with success. */
export const INSTALL = [
  'ci',
  '--include=dev',
  '--include=optional',
  '--no-audit',
  '--no-fund',
  '--loglevel=warn',
];

/** One line that says why an installation failed, and what to do. @param output what npm printed */
export function whyNotInstalled(output, folder) {
  const lines = [...output.matchAll(/^npm (?:error|ERR!) (.+)$/gm)].map(([, line]) => line.trim());
  const code = lines.find((line) => line.startsWith('code '))?.slice('code '.length) ?? '';
  const detail =
    lines.find((line) => /^\d{3} |https?:/.test(line)) ?? lines.find((line) => !/^code /.test(line));
  const reason = [code, detail].filter(Boolean).join(': ') || 'files are missing';
  const because = (cause, remedy) =>
    `The packages of ${folder} could not be installed: ${cause}. ${remedy}, and start again.`;
  if (output.includes('ENOSPC')) return because('no space is left on the disk (ENOSPC)', 'Free 1 GB');
  if (UNREACHABLE.test(code))
    return because(
      `the registry cannot be reached (${reason})`,
      'Connect to the network, or set another registry',
    );
  if (REFUSED.test(code))
    return because(
      `the registry refused (${reason})`,
      'Log in to it, or set another one (npm config set registry URL)',
    );
  if (NOT_WRITABLE.test(code))
    return because(`the folder cannot be written (${reason})`, 'Change its owner or rights');
  return because(`npm ci failed (${reason})`, 'Remove the cause');
}
