import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fanclub } from '../../src/tools/cli/main';
import { shellBlocks } from '../support/shell-blocks';
import { testApp, testEnvironment } from '../support/start-test-app';

const FOLDER = join(__dirname, '../../docs/operations');
const pages = readdirSync(FOLDER).filter((name) => name.endsWith('.md'));
const read = (name: string): string => readFileSync(join(FOLDER, name), 'utf8');

/** Beginnings of the commands that this test runs. */
const PROGRAMS = ['npx fanclub ', 'curl http://127.0.0.1:3000/'];
const blocks = new Map(pages.map((name) => [name, shellBlocks(read(name), PROGRAMS)]));
const commands = [
  ...new Set([...blocks.values()].flatMap((one) => one.commands.map(({ words }) => words.join(' ')))),
];

const t = testApp();

describe('the pages for operators', () => {
  it('are all in the index', () => {
    const index = readFileSync(join(FOLDER, '../README.md'), 'utf8');
    expect(pages.filter((name) => !index.includes(`](operations/${name})`))).toEqual([]);
  });

  it.each(pages)('%s has commands that this test runs, or that are marked with a reason', (name) => {
    expect(blocks.get(name)?.faults).toEqual([]);
  });

  it('have commands to run', () => expect(commands.length).toBeGreaterThan(5));

  it.each(commands)('have a command that works: %s', async (command) => {
    const [program, ...words] = command.split(' ');
    if (program === 'curl') {
      const response = await fetch(words[0].replace('http://127.0.0.1:3000', t.origin));
      expect([response.status, Object.keys((await response.json()) as object)]).toEqual([
        200,
        expect.arrayContaining(['status']),
      ]);
      return;
    }
    const logged: string[] = [];
    const code = await fanclub(words.slice(1), testEnvironment(t.config.database.url), {
      print: () => undefined,
      log: (line) => logged.push(line),
    });
    // The doctor finds fault with the settings of tests.
    expect([logged, code]).toEqual([expect.anything(), words[1] === 'doctor' ? 1 : 0]);
  });
});
