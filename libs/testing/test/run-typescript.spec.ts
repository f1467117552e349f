import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { runTypescript } from '../src/run-typescript';

/** The output of a program that fails. */
function outputOf(program: string): string {
  const { status, stderr } = spawnSync(process.execPath, [...runTypescript(), program], { encoding: 'utf8' });
  expect(status).toBe(1);
  return stderr;
}

describe('a program that a test runs from the bundle', () => {
  it('reports an error at its place in the sources', () => {
    const program = join(__dirname, 'failing-program.ts');
    expect(outputOf(program)).toContain(`Error: This program fails.\n    at fail (${program}:3:9)\n`);
  });

  it('must be listed as a program', () => {
    expect(outputOf(join(__dirname, '../src/index.ts'))).toContain(
      'Error: libs/testing/bundle.mjs does not list libs/testing/src/index.ts as a program.',
    );
  });
});
