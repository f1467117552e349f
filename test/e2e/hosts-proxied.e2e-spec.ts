import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { PASSWORD } from '#samples';
import { HttpClient } from '#libs/testing';
import { freePort } from '../support/free-port';
import { givenHost, send } from '../support/hosts';
import { type ServerProcess, startServerProcess } from '../support/server-process';
import { testApp } from '../support/start-test-app';

// The website is at this port, and the service below its path /fanclub.
const port = freePort();
const t = testApp(async () => ({ PUBLIC_URL: `http://localhost:${await port}/fanclub` }));

/** A website that passes requests on, as the recipe in docs/operations/hosts.md does. */
function website(passed: string): Server {
  return createServer((incoming, outgoing) => {
    if (!incoming.url?.startsWith(passed)) return void outgoing.writeHead(404).end('the website');
    const { hostname, port: to } = new URL(t.origin);
    const options = {
      ...{ hostname, port: to, method: incoming.method, agent: false as const },
      path: incoming.url.slice('/fanclub'.length),
      headers: { ...incoming.headers, host: 'localhost' },
    };
    const inner = request(options, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(inner);
  });
}

let site: Server | undefined;
afterEach(() => site?.close());

describe('a website that passes requests on from its own path', () => {
  it('has hosted pages and the API of one fan club, with one log-in', async () => {
    const { id, key } = await t.given.fanclub();
    await t.given.customer({ email: 'ada@x.example' });
    site = website('/fanclub/').listen(await port, '127.0.0.1');
    const browser = new HttpClient(`http://127.0.0.1:${await port}`, {
      origin: `http://localhost:${await port}`,
      'sec-fetch-site': 'same-origin',
    });
    const { text } = await browser.get(`/fanclub/api/v1/fanclub?key=${key}`);
    const login = `http://localhost:${await port}/fanclub/fanclubs/${id}/login`;
    expect(JSON.parse(text).fanclub.links.login).toBe(login);
    const credentials = { email: 'ada@x.example', password: PASSWORD };
    const logged = await browser.post(`/fanclub/api/v1/login?key=${key}`, credentials);
    expect(JSON.parse(logged.text).status).toBe('ok');
    const account = await browser.get(`/fanclub/api/v1/account?key=${key}`);
    expect(JSON.parse(account.text).customer.email).toBe('ada@x.example');
    const page = await browser.get(`/fanclub/fanclubs/${id}/login`);
    expect(page.text).toContain('Log out');
  });

  it('has the API with the log-in of a fan club that has its pages elsewhere', async () => {
    const { id, key } = await t.given.fanclub({ siteUrl: 'http://site.lanterns.test' });
    await t.given.customer({ fanclubId: id, email: 'ada@x.example' });
    site = website('/fanclub/api/').listen(0, '127.0.0.1');
    await once(site, 'listening');
    const { port: at } = site.address() as AddressInfo;
    const browser = new HttpClient(`http://127.0.0.1:${at}`, { origin: 'http://site.lanterns.test' });
    const credentials = { email: 'ada@x.example', password: PASSWORD };
    const { headers } = await browser.post(`/fanclub/api/v1/login?key=${key}`, credentials);
    expect(headers['set-cookie']?.join()).not.toMatch(/domain=/i);
    const account = await browser.get(`/fanclub/api/v1/account?key=${key}`);
    expect(JSON.parse(account.text).customer.email).toBe('ada@x.example');
    expect((await browser.get(`/fanclub/fanclubs/${id}/login`)).text).toBe('the website');
  });
});

it('a host that is removed stops within a second in every process', async () => {
  const { id } = await t.given.fanclub();
  const host = await givenHost(t, { host: 'fans.lanterns.test' });
  await givenHost(t, { fanclubId: (await t.given.fanclub({})).id, host: 'fans.comets.test' });
  const another: ServerProcess = await startServerProcess(t.config.database.url, {
    PUBLIC_URL: t.config.publicUrl,
  });
  try {
    const statuses = () =>
      Promise.all([t, another].map(async (one) => (await send(one, host, '/login')).status));
    expect(await statuses()).toEqual([200, 200]);
    const since = performance.now();
    await t.db.query('DELETE FROM fan_club_hosts WHERE fanclub_id = $1', [id]);
    for (let now = await statuses(); String(now) !== '404,404'; now = await statuses()) {
      expect(performance.now() - since).toBeLessThan(1_000);
      await sleep(10);
    }
  } finally {
    await another.kill();
  }
}, 60_000);
