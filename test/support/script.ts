import { createContext, runInContext } from 'node:vm';

/** The name of the function that the test clients pass to JSONP. */
export const CALLBACK = 'page.answers._1';

/**
 * Runs a script in a new page, as a browser does after loading it, and returns the argument of its call of {@link CALLBACK}
 * as JSON; undefined if the answer is not a script that calls it once.
 */
export function calledWith(contentType: string | null, script: string): string | undefined {
  if (contentType !== 'text/javascript; charset=utf-8') return undefined;
  const calls: unknown[][] = [];
  const page = { answers: { _1: (...args: unknown[]) => calls.push(args) } };
  runInContext(script, createContext({ page }));
  const [call, ...others] = calls;
  return call?.length === 1 && others.length === 0 ? JSON.stringify(call[0]) : undefined;
}
