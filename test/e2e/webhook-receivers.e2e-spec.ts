import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { newSecret } from '../../src/platform/webhooks';
import { WebhookDelivery } from '../../src/platform/webhooks/webhook.entity';
import { freePort } from '../support/free-port';
import { runJob } from '../support/run-job';
import { testApp } from '../support/start-test-app';

const t = testApp({ PUBLIC_URL: 'http://localhost:3000' });

const page = readFileSync(join(__dirname, '../../docs/webhooks.md'), 'utf8');
const programOf = (language: string): string =>
  new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(page)![1];

const has = (command: string): boolean => spawnSync(command, ['--version']).status === 0;

let folder: string;
let child: ChildProcess | undefined;
let printed = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'webhook-receiver-'));
  printed = '';
});
afterEach(async () => {
  if (child && child.exitCode === null) {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  child = undefined;
  rmSync(folder, { recursive: true });
});

async function start(command: string, file: string, source: string, secret: string): Promise<number> {
  const port = await freePort();
  writeFileSync(join(folder, file), source);
  const args = command === 'php' ? ['-S', `127.0.0.1:${port}`, file] : [file];
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, PORT: String(port), WEBHOOK_SECRET: secret };
  child = spawn(command, args, { cwd: folder, env });
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  for (let tries = 0; !(await isOpen(port)); tries += 1) {
    if (tries > 400) throw new Error(`${command} does not listen: ${printed}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return port;
}

const isOpen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createConnection(port, '127.0.0.1');
    socket.on('connect', () => (socket.destroy(), resolve(true)));
    socket.on('error', () => resolve(false));
  });

const latest = async () =>
  (await t.db.getRepository(WebhookDelivery).find({ order: { id: 'DESC' } }))[0].log.at(-1)?.status;

describe.each([
  ['js', 'node', 'receiver.mjs'],
  ['python', 'python3', 'receiver.py'],
  ['php', 'php', 'receiver.php'],
])('the receiver in %s', (language, command, file) => {
  // Where an interpreter is missing, the program cannot run: it is only held against what every receiver must read.
  if (!has(command)) {
    it('reads the three headers and the secret', () => {
      const source = programOf(language).toLowerCase().replaceAll('_', '-');
      for (const word of ['webhook-id', 'webhook-timestamp', 'webhook-signature', 'whsec-', '300'])
        expect(source).toContain(word);
    });
    return;
  }

  it('takes a real message, and refuses one that is signed with another secret or too old', async () => {
    const secret = newSecret();
    const port = await start(command, file, programOf(language), secret);
    t.clock.set(new Date());
    const url = `http://127.0.0.1:${port}/`;
    await t.given.webhookEndpoint({ url, secret });
    const { id } = await t.given.customer();
    expect(await runJob(t, 'webhooks.deliver')).toBe(1);
    expect(await latest()).toBe(204);
    expect(printed).toContain(`member.created ${id}`);
    const sent = (signer: string, at: Date) => {
      const body = JSON.stringify({ type: 'member.created', timestamp: at.toISOString(), data: { id: 1 } });
      const time = String(Math.floor(at.getTime() / 1000));
      const headers = {
        'webhook-id': 'msg_1',
        'webhook-timestamp': time,
        'webhook-signature': new Webhook(signer).sign('msg_1', at, body),
      };
      return fetch(url, { method: 'POST', body, headers });
    };
    const statuses = [
      await sent(secret, new Date()),
      await sent(newSecret(), new Date()),
      await sent(secret, new Date(Date.now() - 600_000)),
    ].map(({ status }) => status);
    expect(statuses).toEqual([204, 400, 400]);
  });
});

it('signs as the published test vector of Standard Webhooks', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const at = new Date(1614265330 * 1000);
  const signature = new Webhook(secret).sign('msg_p5jXN8AQM9LWM0D4loKWxJek', at, '{"test": 2432232314}');
  expect(signature).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
});
