import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HttpClient } from '#libs/testing';
import { seedDemo } from '../../src/tools/catalogue';
import { DEMO_LOGINS, hasDemo, importOptions, welcome } from '../../src/tools/local';
import { testApp } from '../support/start-test-app';

const DATA = '/srv/data';

/** The parts of a `curl` line as the welcome text and the README write it. */
function parse(line: string): { url: string; body?: string } {
  return { url: /'(http[^']*)'/.exec(line)?.[1] ?? '', body: /-d '([^']*)'/.exec(line)?.[1] };
}

/** The commands of the README, with the documented output, in order. */
const README = [
  ...readFileSync(join(__dirname, '../../README.md'), 'utf8').matchAll(/```(sh|json)\n([\s\S]*?)```/g),
].map(([, language, text]) => ({ language, text: text.replaceAll('\\\n', ' ') }));

describe('the demo', () => {
  const t = testApp();
  const seed = async () => (await seedDemo({ ...importOptions(t.db, t.config), clock: t.clock })) !== null;

  it('counts as loaded once it is loaded', async () => {
    expect(await hasDemo(t.db)).toBe(false);
    expect(await seed()).toBe(true);
    expect(await hasDemo(t.db)).toBe(true);
    expect(await seed()).toBe(false);
  });

  it('is not shown in a database with other fan clubs', async () => {
    await t.given.fanclub();
    expect(await seed()).toBe(false);
    expect(await hasDemo(t.db)).toBe(false);
  });

  it('answers the printed requests of npm start', async () => {
    await seed();
    const lines = welcome(t.origin, true, DATA, null).split('\n');
    const requests = lines.filter((line) => line.trim().startsWith('curl')).map(parse);
    expect(requests).toHaveLength(3);
    const visitor = new HttpClient('', { 'content-type': 'application/json' });
    for (const { url, body } of requests) {
      const answer = await visitor.request<{ events?: unknown[] }>(body === undefined ? 'GET' : 'POST', url, {
        body,
      });
      expect(answer.json).toMatchObject({ status: 'ok' });
      if (url.includes('/account')) expect(answer.text).toContain(DEMO_LOGINS[0].email);
      if (url.includes('/events')) expect(answer.json.events).not.toEqual([]);
    }
  });

  it('answers the printed requests of the README as documented', async () => {
    await seed();
    const visitor = new HttpClient('', { 'content-type': 'application/json' });
    const answers: Record<string, unknown>[] = [];
    for (const line of README.flatMap(({ text }) =>
      text.split('\n').filter((one) => one.startsWith('curl')),
    )) {
      const { url, body } = parse(line);
      const here = url.replace('http://localhost:3000', t.origin);
      const { text } = await visitor.request(body === undefined ? 'GET' : 'POST', here, { body });
      if (url.includes('callback=show')) {
        expect(text).toMatch(/^\/\*\*\/ typeof show === 'function' && show\(\{"status":"ok","events":\[/);
      } else answers.push(JSON.parse(text) as Record<string, unknown>);
    }
    const [refusal, benefits] = README.filter(({ language }) => language === 'json').map(
      ({ text }) => JSON.parse(text) as { benefits?: unknown[] },
    );
    const [first, login, last] = answers;
    expect(first).toEqual(refusal);
    expect(login).toMatchObject({ status: 'ok', customer: { email: DEMO_LOGINS[0].email } });
    // "The list goes on."
    expect({ ...last, benefits: (last.benefits as unknown[]).slice(0, 1) }).toEqual(benefits);
  });

  it.each(DEMO_LOGINS)('lets $email log in to $fanclub', async (login) => {
    await seed();
    const visitor = new HttpClient(`${t.origin}/api/v1`);
    await visitor.post(`/login?key=${login.key}`, { email: login.email, password: login.password });
    const { json, text } = await visitor.get(`/account?key=${login.key}`);
    expect(json).toMatchObject({ status: 'ok' });
    expect(text).toContain(login.email);
  });
});

describe('the welcome of npm start', () => {
  it('shows no keys and log-ins without the demo', () => {
    expect(welcome('http://localhost:3000', false, DATA, null).trim()).toBe(
      'The service answers at http://localhost:3000/api/v1\nIts reference is at http://localhost:3000/docs',
    );
  });

  it('has curl keep its cookies in the data directory, which other users of the machine cannot write', () => {
    const lines = welcome('http://localhost:3000', true, DATA, null).split('\n');
    const files = lines.flatMap((line) => /curl -[bc] (\S+)/.exec(line)?.[1] ?? []);
    expect(files).toEqual([`'${DATA}/demo-cookies'`, `'${DATA}/demo-cookies'`]);
  });

  it.each([true, false])('shows where the mails are, unless they go to a mail server (demo: %j)', (demo) => {
    const page = 'http://127.0.0.1:3000/mails';
    const shown = welcome('http://localhost:3000', demo, DATA, { folder: '/srv/data/mails', page });
    expect(shown).toContain(`in /srv/data/mails; read them at ${page}.`);
    const hidden = welcome('http://localhost:3000', demo, DATA, { folder: '/srv/data/mails', page: null });
    expect(hidden).toContain('in /srv/data/mails; their links are in the log');
    expect(welcome('http://localhost:3000', demo, DATA, null)).not.toMatch(/mails/i);
  });
});
