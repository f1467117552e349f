import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { HttpClient } from '#libs/testing';
import { APPLICATION_SECRET } from '../../src/domains/openid/openid.samples';
import { freePort } from '../support/free-port';
import { Pages } from '../support/pages';
import { MemberBrowser, RelyingParty } from '../support/relying-party';
import { runJob } from '../support/run-job';
import { startServerProcess } from '../support/server-process';
import { testApp } from '../support/start-test-app';
import { PASSWORD } from '#samples';

// At a loopback address, as while developing. The provider library reads the machine's clock.
const t = testApp({ PUBLIC_URL: 'http://localhost:3999' });

const ADA = 'ada@x.example';
const ROOT = join(__dirname, '..', '..');

beforeEach(async () => {
  t.clock.set(new Date());
  await t.given.fanclub({ siteUrl: 'https://lanterns.example' });
  await t.given.customer({ email: ADA, firstName: 'Ada', lastName: 'Byron' });
});

describe('a back-channel log-out', () => {
  let server: Server;
  let received: string[];
  let status: number;
  beforeEach(async () => {
    received = [];
    status = 200;
    server = createServer((request, response) => {
      void text(request).then((body) => {
        received.push(new URLSearchParams(body).get('logout_token')!);
        response.writeHead(status).end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(() => void server.close());

  it('sends the ended log-in to the application, again until it answers', async () => {
    const { port } = server.address() as AddressInfo;
    const back = `http://127.0.0.1:${port}/back`;
    const application = await t.given.application({ firstParty: true, backChannelLogOutUrl: back });
    const party = await RelyingParty.of(t, application);
    const started = await party.start();
    const browser = new MemberBrowser(t);
    const { location } = await browser.logIn(await browser.open(started.address), ADA);
    const claims = (await party.finish(started, location!)).claims()!;
    expect(claims.sid).toEqual(expect.any(String));
    expect(await runJob(t, 'openid.send_log_outs')).toBe(0);

    await (await browser.pages.open(`/fanclubs/${application.fanclubId}/logout`)).submit();
    status = 500;
    expect(await runJob(t, 'openid.send_log_outs')).toBe(0);
    status = 200;
    expect(await runJob(t, 'openid.send_log_outs')).toBe(0);
    t.clock.advance(61);
    expect(await runJob(t, 'openid.send_log_outs')).toBe(1);
    expect(received).toHaveLength(2);
    const token = JSON.parse(Buffer.from(received[1].split('.')[1], 'base64url').toString()) as object;
    expect(token).toMatchObject({
      iss: claims.iss,
      aud: application.clientId,
      sub: claims.sub,
      sid: claims.sid,
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
    });
    expect(token).not.toHaveProperty('nonce');
    t.clock.advance(86_400);
    expect(await runJob(t, 'openid.send_log_outs')).toBe(0);
  });
});

describe('the relying party of docs/openid.md', () => {
  it('logs a member in', async () => {
    const [service, own] = [await freePort(), await freePort()];
    const publicUrl = `http://localhost:${service}`;
    const application = await t.given.application({ redirectUrls: [`http://localhost:${own}/callback`] });
    const server = await startServerProcess(t.config.database.url, {
      PUBLIC_URL: publicUrl,
      PORT: String(service),
    });
    // Below the project, so that the package is found.
    const folder = mkdtempSync(join(ROOT, 'node_modules', '.cache', 'relying-party-'));
    let party: ChildProcess | undefined;
    try {
      const [, code] = /```js\n([\s\S]*?)```/.exec(readFileSync(join(ROOT, 'docs', 'openid.md'), 'utf8'))!;
      writeFileSync(join(folder, 'party.mjs'), code);
      party = spawn(process.execPath, [join(folder, 'party.mjs')], {
        env: {
          ISSUER: `${publicUrl}/fanclubs/${application.fanclubId}/oidc`,
          CLIENT_ID: application.clientId,
          CLIENT_SECRET: APPLICATION_SECRET,
          PORT: String(own),
        },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      await once(party.stdout!, 'data');
      const application2 = new HttpClient(`http://localhost:${own}`);
      const pages = new Pages(server.origin);
      const follow = async (address: string) => {
        let page = await pages.open(address);
        while (page.location?.startsWith('/') || page.location?.startsWith(publicUrl))
          page = await pages.open(page.location);
        return page;
      };
      const login = await follow((await application2.get('/')).headers.location!);
      const sent = await login.submit({ email: ADA, password: PASSWORD });
      const asked = await follow(sent.location!);
      const allowed = await asked.press('Allow and continue');
      const { location } = await follow(allowed.location!);
      const { pathname, search } = new URL(location!);
      expect((await application2.get(pathname + search)).text).toBe('Hello, Ada Byron. Member: false');
    } finally {
      party?.kill();
      await server.kill();
      rmSync(folder, { recursive: true });
    }
  }, 120_000);
});
