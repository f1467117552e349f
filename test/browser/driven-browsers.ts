import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { freePort } from '../support/free-port';

/** A browser with one page, driven by what all browsers have. */
export interface DrivenBrowser {
  readonly version: string;
  goto(url: string): Promise<void>;
  /** The value of an expression in the page, awaited. */
  evaluate<T>(expression: string): Promise<T>;
  close(): Promise<void>;
}

/** Starts a browser that sends everything through a proxy, and accepts the certificates of tests. */
export type StartBrowser = (proxyPort: number) => Promise<DrivenBrowser>;

const found = (name: string, ...places: string[]): string => {
  const place = places.find((path) => existsSync(path));
  if (!place) throw new Error(`No ${name}: install it, so that one of these exists: ${places.join(', ')}.`);
  return place;
};

/** Chromium without a profile, which blocks cookies of other sites. */
export const startChromium: StartBrowser = async (proxyPort) => {
  const executablePath = process.env.CHROMIUM ?? found('Chromium', '/usr/bin/chromium');
  const proxy = { server: `http://127.0.0.1:${proxyPort}` };
  const browser = await chromium.launch({ executablePath, proxy, args: ['--no-sandbox'] });
  const page = await browser.newPage({ ignoreHTTPSErrors: true });
  return {
    version: `Chromium ${browser.version()}`,
    goto: async (url) => void (await page.goto(url)),
    evaluate: (expression) => page.evaluate(expression),
    close: () => browser.close(),
  };
};

/** An expression as the body of a function whose last parameter takes its value. */
const awaited = (expression: string) =>
  `const done = arguments[arguments.length - 1]; (async () => (${expression}))().then(done, (error) => done({ failed: String(error) }));`;

/** Firefox, by its Marionette protocol: numbered JSON arrays, each after its length. */
export const startFirefox: StartBrowser = async (proxyPort) => {
  const program = process.env.FIREFOX ?? found('Firefox', '/usr/bin/firefox-esr', '/usr/bin/firefox');
  const profile = await mkdtemp(join(tmpdir(), 'fanclub-firefox-'));
  const port = await freePort();
  const preferences = {
    'marionette.port': port,
    'network.proxy.type': 1,
    'network.proxy.ssl': '127.0.0.1',
    'network.proxy.ssl_port': proxyPort,
    'datareporting.policy.dataSubmissionEnabled': false,
    'app.update.auto': false,
  };
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  await writeFile(join(profile, 'user.js'), lines.join('\n'));
  const process_ = spawn(program, ['--marionette', '--headless', '--no-remote', '--profile', profile], {
    stdio: 'ignore',
    env: { ...process.env, HOME: profile },
  });
  const { call, disconnect } = await marionette(port);
  const { capabilities } = await call<{ capabilities: { browserVersion: string } }>('WebDriver:NewSession', {
    acceptInsecureCerts: true,
  });
  return {
    version: `Firefox ${capabilities.browserVersion}`,
    goto: (url) => call('WebDriver:Navigate', { url }),
    evaluate: async <T>(expression: string) =>
      (await call<{ value: T }>('WebDriver:ExecuteAsyncScript', { script: awaited(expression), args: [] }))
        .value,
    async close() {
      disconnect();
      process_.kill();
      await ended(process_);
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
};

type Call = <T = void>(command: string, parameters: object) => Promise<T>;

async function marionette(port: number): Promise<{ call: Call; disconnect(): void }> {
  const socket = await connected(port);
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let buffer = Buffer.alloc(0);
  let last = 0;
  socket.on('data', (data) => {
    buffer = Buffer.concat([buffer, data]);
    for (;;) {
      const colon = buffer.indexOf(':');
      const end = colon + 1 + Number(buffer.subarray(0, Math.max(colon, 0)).toString());
      if (colon < 0 || buffer.length < end) return;
      const message = JSON.parse(buffer.subarray(colon + 1, end).toString()) as unknown;
      buffer = buffer.subarray(end);
      if (!Array.isArray(message)) continue; // its greeting
      const [, id, error, result] = message as [
        number,
        number,
        { error: string; message: string } | null,
        unknown,
      ];
      if (error) waiting.get(id)?.reject(new Error(`${error.error}: ${error.message}`));
      else waiting.get(id)?.resolve(result);
    }
  });
  const call: Call = <T>(command: string, parameters: object) =>
    new Promise<T>((resolve, reject) => {
      last += 1;
      waiting.set(last, { resolve: resolve, reject });
      const text = JSON.stringify([0, last, command, parameters]);
      socket.write(`${Buffer.byteLength(text)}:${text}`);
      socket.once('close', () => reject(new Error('Firefox has ended.')));
    });
  return { call, disconnect: () => socket.destroy() };
}

/** A connection to a program that begins to listen. */
async function connected(port: number): Promise<Socket> {
  for (let tries = 0; ; tries += 1) {
    const socket = connect(port, '127.0.0.1');
    try {
      await once(socket, 'connect');
      return socket;
    } catch (error) {
      if (tries === 300) throw error;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}

/** WebKitGTK, by WebDriver, on a virtual screen. */
export const startWebKit: StartBrowser = async (proxyPort) => {
  const driver = process.env.WEBKIT_DRIVER ?? found('WebKitWebDriver', '/usr/bin/WebKitWebDriver');
  const binary = process.env.WEBKIT ?? (await miniBrowser());
  const [port, display] = [await freePort(), `:${20_000 + (process.pid % 10_000)}`];
  const screen = spawn(found('Xvfb', '/usr/bin/Xvfb'), [display, '-nolisten', 'tcp'], { stdio: 'ignore' });
  const home = await mkdtemp(join(tmpdir(), 'fanclub-webkit-'));
  const process_ = spawn(driver, [`--port=${port}`, '--host=127.0.0.1'], {
    stdio: 'ignore',
    // As a setting of the session, WebKitGTK would speak TLS with the proxy itself.
    env: {
      ...process.env,
      ...{ DISPLAY: display, HOME: home, XDG_RUNTIME_DIR: home },
      https_proxy: `http://127.0.0.1:${proxyPort}`,
    },
  });
  (await connected(port)).destroy();
  const call = async <T = void>(method: string, path: string, body?: object): Promise<T> => {
    const answer = await fetch(`http://127.0.0.1:${port}/session${path}`, {
      method,
      body: body && JSON.stringify(body),
    });
    const { value } = (await answer.json()) as { value: T };
    if (!answer.ok) throw new Error(JSON.stringify(value));
    return value;
  };
  const { sessionId, capabilities } = await call<{
    sessionId: string;
    capabilities: { browserVersion: string };
  }>('POST', '', {
    capabilities: {
      alwaysMatch: {
        acceptInsecureCerts: true,
        'webkitgtk:browserOptions': { binary, args: ['--automation'] },
      },
    },
  });
  return {
    version: `WebKitGTK ${capabilities.browserVersion}`,
    goto: (url) => call('POST', `/${sessionId}/url`, { url }),
    evaluate: (expression) =>
      call('POST', `/${sessionId}/execute/async`, { script: awaited(expression), args: [] }),
    async close() {
      await call('DELETE', `/${sessionId}`);
      for (const one of [process_, screen]) {
        one.kill();
        await ended(one);
      }
      await rm(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
};

/** The browser of Debian's package of WebKitGTK. */
async function miniBrowser(): Promise<string> {
  const libraries = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`;
  const versions = (await readdir(libraries)).filter((name) => name.startsWith('webkit2gtk-')).sort();
  return found('MiniBrowser', ...versions.reverse().map((name) => join(libraries, name, 'MiniBrowser')));
}

const ended = (child: ChildProcess) =>
  child.exitCode === null && child.signalCode === null ? once(child, 'exit') : Promise.resolve();
