import { runNode, say } from './project.mjs';

/** Runs a script as a step of a check, and prints one line for it, with its output if it failed. Resolves with whether it passed. */
export async function passes(name, script, parameters, { cwd, env } = {}) {
  const since = performance.now();
  const output = [];
  const code = await runNode(script, parameters, {
    cwd,
    env: { NODE_ENV: 'test', ...env },
    onOutput: (chunk) => output.push(chunk),
  });
  say(`${code === 0 ? 'ok    ' : 'FAILED'}  ${name} (${secondsSince(since)})`);
  if (code !== 0) say(Buffer.concat(output).toString().trimEnd());
  return code === 0;
}

export function secondsSince(since) {
  return `${Math.round((performance.now() - since) / 1000)} s`;
}
