import { createContext, runInContext } from 'node:vm';

/** The function that the test clients have scripts call. */
export const CALLBACK = 'page.answers._1';

/**
 * Runs a script in a page of its own, as a browser does that has loaded it, and returns what it has called {@link CALLBACK}
 * with, as JSON; undefined if the answer is no script that calls it once.
 */
export function calledWith(contentType: string | null, script: string): string | undefined {
  if (contentType !== 'text/javascript; charset=utf-8') return undefined;
  const calls: unknown[][] = [];
  const page = { answers: { _1: (...args: unknown[]) => calls.push(args) } };
  runInContext(script, createContext({ page }));
  const [call, ...others] = calls;
  return call?.length === 1 && others.length === 0 ? JSON.stringify(call[0]) : undefined;
}
