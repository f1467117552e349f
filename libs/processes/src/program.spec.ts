import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { programOf } from './program';

describe('the program of a group', () => {
  let root: string;
  const at = (...path: string[]): string => join(root, ...path);

  beforeEach(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'program-')));
    mkdirSync(at('version-1', 'scripts'), { recursive: true });
    symlinkSync('version-1', at('current'));
  });
  afterEach(() => rmSync(root, { recursive: true }));

  const LINKED = { folder: 'current', script: 'current/scripts/serve.mjs' };

  it.each([
    ['a link names the script', 'current/scripts/serve.mjs', undefined, LINKED],
    ['the shell names the folder by a link', 'version-1/scripts/serve.mjs', 'current', LINKED],
    [
      'no link is used',
      'version-1/scripts/serve.mjs',
      'version-1',
      { folder: 'version-1', script: 'version-1/scripts/serve.mjs' },
    ],
    [
      'the name of the shell is that of another folder',
      'version-1/scripts/serve.mjs',
      '',
      { folder: 'version-1', script: 'version-1/scripts/serve.mjs' },
    ],
    ['the script is elsewhere', 'tool.mjs', 'current', { folder: 'current', script: 'tool.mjs' }],
  ])('has the names of its start if %s', (_, script, pwd, { folder, script: named }) => {
    expect(programOf(at(script), at('version-1'), pwd === undefined ? undefined : at(pwd))).toEqual({
      folder: at(folder),
      script: at(named),
    });
  });
});
