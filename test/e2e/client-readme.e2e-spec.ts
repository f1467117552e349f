import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { examples } from '../support/client-readme';
import { type ClientProject, clientProject } from '../support/client-project';
import { givenDemo } from '../support/given-demo';
import { testApp } from '../support/start-test-app';

const t = testApp();
let project: ClientProject;
// Builds the client, which takes a while on a busy machine.
beforeAll(async () => (project = await clientProject()), 120_000);
afterAll(() => project.remove());
beforeEach(() => givenDemo(t));

/** What excerpts of a program need. */
const PRELUDE = `
  import { Fanclub } from 'fanclub-client';
  const club = new Fanclub({ url: 'http://localhost:3000', key: 'demo-tin-comets' });
  await club.post('/login', { email: 'nova@starmail.example', password: 'shooting star' });
  const { events } = await club.get('/events', { scope: 'upcoming' });
  const contest = (await club.get('/contests')).contests.find(({ running }) => running);`;

describe("the examples of the client's README", () => {
  it.each(examples('js', '').map((_, index) => index))('run in Node: %d', async (index) => {
    const { code, output } = examples('js', t.origin)[index];
    const prelude = code.startsWith('import') ? '' : PRELUDE.replace('http://localhost:3000', t.origin);
    const file = join(project.folder, `${index}.js`);
    await writeFile(file, `${prelude}\n${code}`);
    const { stdout } = await promisify(execFile)(process.execPath, [file], { cwd: project.folder });
    expect(stdout).toBe(output ?? '');
  });
});
