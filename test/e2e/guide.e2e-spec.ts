import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DevelopmentModule } from '../../src/tools/development';
import { DEMO_LOGINS } from '../../src/tools/local';
import { setDemoWebsite } from '../../src/tools/site/open-site';
import { givenDemo } from '../support/given-demo';
import { readGuide } from '../support/guide/guide';
import { documentedMessages } from '../support/guide/messages';
import { PUBLIC_URL, Reader } from '../support/guide/reader';
import { MailFolder } from '../support/mail-folder';
import { testApp } from '../support/start-test-app';

const ROOT = join(__dirname, '../..');
/** The address of the example site, which `npm start` makes the website of the demo's fan club. */
const EXAMPLE_SITE = 'http://localhost:3001';
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** The documents with examples for developers of websites, in the order in which they are read. */
const GUIDES = ['README.md', 'docs/api.md'].map((path) => ({ path, ...readGuide(read(path)) }));
const STEPS = GUIDES.flatMap(({ path, steps }) =>
  steps.map((step) => ({ place: `${path}:${step.line}`, step })),
);

describe.each(GUIDES)('$path', ({ faults, steps, quotations }) => {
  it('has examples, each of which is run or marked', () => {
    expect(faults).toEqual([]);
    expect(steps).not.toEqual([]);
  });

  it('quotes files exactly', () => {
    const withoutIndent = (code: string): string => code.replace(/^ +/gm, '');
    for (const { file, text } of quotations) expect(withoutIndent(read(file))).toContain(withoutIndent(text));
  });
});

// The demo moves with the present day. Each reader has a service, so that the mail worker of one has no work left from another.
describe.each([
  ['in summer', '2026-06-15T12:00:00Z'],
  ['in winter', '2027-01-02T23:30:00Z'],
  ['on a leap day', '2028-02-29T00:00:00Z'],
])('a reader who follows the documents %s', (_, now) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'guide-'));
  const t = testApp({ DATA_DIR: dataDir, RUN_JOBS: 'true', PUBLIC_URL }, { additions: [DevelopmentModule] });
  afterAll(() => rmSync(dataDir, { recursive: true }));

  it('gets what they show', async () => {
    t.clock.set(now);
    await givenDemo(t);
    await setDemoWebsite(t.db, DEMO_LOGINS[0].key, EXAMPLE_SITE);
    const reader = new Reader(t.origin, new MailFolder(dataDir));
    const faults: string[] = [];
    for (const { place, step } of STEPS) {
      for (const fault of await reader.follow(step)) faults.push(`${place}: ${fault}`);
    }
    expect(faults).toEqual([]);
  });
});

describe('the table of messages in docs/reference/messages.md', () => {
  const guide = read('docs/api.md');
  const [, section] = read('docs/reference/messages.md').split('\n## Messages\n');
  const [, , ...cells] = [...section.matchAll(/^\| (.+?) +\|/gm)].map(([, cell]) => cell);
  const rows = cells
    .flatMap((cell) => cell.split(' · '))
    .map((message) => {
      const escaped = message.replace(/[\\^$.*+?()[\]|]/g, '\\$&');
      return { message, pattern: new RegExp(`^${escaped.replace(/\{[^}]+\}/g, '.+')}$`) };
    });
  const isListed = (text: string): boolean => rows.some(({ pattern }) => pattern.test(text));
  const documented = documentedMessages(JSON.parse(read('openapi.json')) as object);

  it('has every message of openapi.json', () => {
    expect(documented.length).toBeGreaterThan(80);
    expect(documented.filter((message) => !isListed(message))).toEqual([]);
  });

  it('has no other message', () => {
    const unknown = rows.filter(({ pattern }) => !documented.some((message) => pattern.test(message)));
    expect(unknown.map(({ message }) => message)).toEqual([]);
  });

  it('has the messages that the guide quotes', () => {
    const prose = guide.replace(/^```[^]*?^```/gm, '').replace(/`[^`]*`/g, '');
    const quoted = [...prose.matchAll(/"([A-Z][^"]*)"/g)].map(([, text]) => text.replace(/\s+/g, ' '));
    expect(quoted.length).toBeGreaterThan(5);
    expect(quoted.filter((text) => !isListed(text))).toEqual([]);
  });
});
