// A/B of CPU per answer: the code before and after in one process, in short alternating bursts; the load comes from a child.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
const W = '/tmp/wt/metrics', B = '/tmp/wt/metrics-before';
if (process.send) {
  const agents = {};
  process.on('message', async ({ port, path, n, headers, conns }) => {
    const agent = (agents[port] ??= new http.Agent({ keepAlive: true, maxSockets: conns }));
    let left = n, err = 0;
    const one = () => new Promise((res) => { http.get({ port, host: '127.0.0.1', path, headers, agent }, (r) => { let ok=false; r.on('data', (d) => { if (!ok && d.includes('"status":"ok"')) ok = true; }); r.on('end', () => { if (!ok) err++; res(); }); }).on('error', () => { err++; res(); }); });
    await Promise.all(Array.from({ length: conns }, async () => { while (left-- > 0) await one(); }));
    process.send({ err });
  });
} else {
  const { onStage, makeDatabase } = await import(W + '/bench/stage.mjs');
  const { settings } = await import(W + '/bench/servers.mjs');
  const { QUICK } = await import(W + '/bench/seed/seed.mjs');
  const { ROWS } = await import(W + '/bench/rows.mjs').then((m) => ({ ROWS: m }));
  await onStage(() => {}, async (stage) => {
    const url = await makeDatabase(stage, 'ab', QUICK.main ?? Object.values(QUICK)[0]);
    const env = { ...settings(url, stage), PORT: '0', LOG_FORMAT: 'json' };
    const { createRequire } = await import('node:module');
    const start = async (root, metrics) => {
      const require = createRequire(root + '/dist/src/main.js');
      const { createApp } = require(root + '/dist/src/create-app.js');
      const { readConfig } = require(root + '/dist/src/platform/config/index.js');
      const { METRICS_PORT, ...rest } = env;
      const app = await createApp(readConfig(metrics ? { ...rest, METRICS_PORT: '0' } : rest));
      await app.listen(0, '127.0.0.1');
      return { app, port: app.getHttpServer().address().port, cpu: [] };
    };
    const apps = { before: await start(B, false), on: await start(W, true), before2: await start(B, false), off: await start(W, false) };
    const child = fork(process.argv[1]);
    const key = process.env.KEY;
    const { cookiesOf } = await import(W + '/bench/cookies.mjs');
    const burst = async (which, path, n, headers) => {
      const a = apps[which];
      const c0 = process.cpuUsage();
      child.send({ port: a.port, path, n, headers, conns: 8 });
      const [{ err }] = await once(child, 'message');
      const { user, system } = process.cpuUsage(c0);
      if (err) throw new Error(which + ' ' + path + ' errors ' + err);
      return (user + system) / n;
    };
    const cookies = await cookiesOf(stage.sessionKey, 1, 1);
    for (const [name, path, n, headers] of [
      ['GET /fanclub (cached)', `/api/v1/fanclub?key=${key}`, 1500, {}],
      ['GET /events (cached)', `/api/v1/events?key=${key}`, 1000, {}],
      ['GET /account (1 statement)', `/api/v1/account?key=${key}`, 400, { cookie: [].concat(cookies)[0] }],
      ['GET /orders (2 statements)', `/api/v1/orders?key=${key}`, 300, { cookie: [].concat(cookies)[0] }],
    ]) {
      for (const w of Object.keys(apps)) { for (let i=0;i<4;i++) await burst(w, path, n, headers); apps[w].cpu = []; }
      for (let i = 0; i < 60; i++) { const order = Object.keys(apps); for (let k=0;k<i%4;k++) order.push(order.shift()); for (const w of order) apps[w].cpu.push(await burst(w, path, n, headers)); }
      const q = (a, p) => a.sort((x, y) => x - y)[Math.floor(p * a.length)].toFixed(1);
      console.log(name, Object.entries(apps).map(([w, { cpu }]) => `${w}: min ${q(cpu,0)} p25 ${q(cpu, .25)} median ${q(cpu, .5)}`).join(' | '));
    }
    child.kill();
    for (const { app } of Object.values(apps)) await app.close();
  });
  process.exit();
}
