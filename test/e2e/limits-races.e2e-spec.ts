import fc from 'fast-check';
import { NO_ORIGIN, VISITOR } from '../../src/audit';
import { type Counted, Limits, TooManyRequests } from '../../src/limits';
import { type ServerProcess, startServerProcess } from '../support/server-process';
import { testApp } from '../support/start-test-app';

const LOGIN_EMAIL = '10/900';
const SOMEBODY = { actor: VISITOR, origin: NO_ORIGIN };

const t = testApp({ LIMIT_LOGIN_EMAIL: '3/20', LIMIT_LOGIN_ADDRESS: '5/7' });

describe('two processes', () => {
  let servers: readonly ServerProcess[];

  beforeAll(async () => {
    const { url } = t.config.database;
    const environment = { LIMIT_LOGIN_EMAIL: LOGIN_EMAIL, LOG_LEVEL: 'debug' };
    servers = await Promise.all([startServerProcess(url, environment), startServerProcess(url, environment)]);
  });
  afterAll(() => Promise.all((servers ?? []).map((server) => server.kill())));

  it('agree how often somebody was wrong, and never tell who it was', async () => {
    const { key } = await t.given.fanclub();
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        t.api
          .at(servers[n % 2].origin)
          .post('/login', { email: 'ada@engine.example', password: `wrong ${n}` }, { key }),
      ),
    );
    const messages = answers.map(({ body }) => body.messages[0] as string);
    expect(messages.filter((text) => text.startsWith('Email and password'))).toHaveLength(10);
    expect(messages.filter((text) => text.startsWith('Too many requests'))).toHaveLength(50);
    const waits = answers.flatMap(({ headers }) => headers.get('retry-after') ?? []).map(Number);
    expect(waits).toHaveLength(50);
    for (const wait of waits) expect(Number.isInteger(wait) && wait > 840 && wait <= 900).toBe(true);
    for (const server of servers) {
      const told = server
        .output()
        .split('\n')
        .filter((line) => line.includes('"request'));
      expect(told.join()).toContain('request refused');
      expect(told.join()).not.toMatch(/ada@|engine\.example|127\.0\.0\.1/);
    }
  });

  it('trust no X-Forwarded-For unless a proxy is named', async () => {
    await t.given.fanclub();
    const server = await startServerProcess(t.config.database.url, { LIMIT_LOGIN_ADDRESS: '2/60' });
    try {
      const messages: string[] = [];
      for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) {
        const { body } = await t.api
          .at(server.origin)
          .post(
            '/login',
            { email: `${address}@x.example`, password: 'wrong' },
            { headers: { 'x-forwarded-for': address } },
          );
        messages.push(body.messages[0] as string);
      }
      expect(messages.at(-1)).toBe('Too many requests, please try again later.');
      expect(messages[1]).toBe('Email and password combination is incorrect.');
    } finally {
      await server.kill();
    }
  });
});

describe('counting', () => {
  /** A window as the documentation has it. */
  class Model {
    private readonly windows = new Map<string, { count: number; endsAt: number }>();

    constructor(
      private readonly most: number,
      private readonly length: number,
    ) {}

    window(subject: string, now: number): { count: number; endsAt: number } {
      const known = this.windows.get(subject);
      if (known && known.endsAt > now) return known;
      const fresh = { count: 0, endsAt: now + this.length };
      this.windows.set(subject, fresh);
      return fresh;
    }

    /** Milliseconds to wait; 0 when there is room. */
    wait(subject: string, now: number): number {
      const known = this.windows.get(subject);
      return known && known.endsAt > now && known.count >= this.most ? known.endsAt - now : 0;
    }
  }

  const subject = fc.constantFrom('a', 'b');
  const step = fc.oneof(
    { weight: 5, arbitrary: fc.record({ email: subject, address: subject }) },
    { weight: 2, arbitrary: fc.record({ pass: fc.integer({ min: 1, max: 12_000 }) }) },
    { weight: 2, arbitrary: fc.record({ giveBack: fc.nat({ max: 40 }) }) },
  );

  it('follows its rules, whatever happens when', async () => {
    const fanclub = await t.given.fanclub();
    const limits = t.app.get(Limits);
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
        run += 1;
        const [emails, addresses] = [new Model(3, 20_000), new Model(5, 7_000)];
        const taken: { counted: Counted; undo: () => void }[] = [];
        for (const one of steps) {
          const now = t.clock.now().getTime();
          if ('pass' in one) {
            t.clock.advance(one.pass / 1000);
          } else if ('giveBack' in one) {
            const [entry] = taken.splice(one.giveBack % (taken.length || 1), 1);
            if (!entry) continue;
            await limits.giveBack(entry.counted);
            entry.undo();
          } else {
            const wait = Math.max(emails.wait(one.email, now), addresses.wait(one.address, now));
            const subjects = { loginEmail: `${run} ${one.email}`, loginAddress: `${run} ${one.address}` };
            const outcome = await limits.count(fanclub, subjects, SOMEBODY).catch((error: unknown) => error);
            if (wait > 0) {
              expect(outcome).toBeInstanceOf(TooManyRequests);
              expect((outcome as TooManyRequests).retryAfter).toBe(Math.ceil(wait / 1000));
            } else {
              expect(outcome).not.toBeInstanceOf(Error);
              const windows = [emails.window(one.email, now), addresses.window(one.address, now)];
              for (const window of windows) window.count += 1;
              taken.push({
                counted: outcome as Counted,
                undo: () => windows.forEach((window) => (window.count -= 1)),
              });
            }
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  it('lets no more through than the limit, however many come and go at once', async () => {
    const fanclub = await t.given.fanclub();
    const limits = t.app.get(Limits);
    const attempt = async (n: number): Promise<boolean> => {
      const subjects = { loginEmail: `crowd ${n % 3}`, loginAddress: `crowd ${n % 2}` };
      return limits.count(fanclub, subjects, SOMEBODY).then(
        () => true,
        (error: unknown) => {
          if (error instanceof TooManyRequests) return false;
          throw error;
        },
      );
    };
    for (let round = 0; round < 5; round += 1) {
      t.clock.advance(20);
      const passed = await Promise.all(Array.from({ length: 60 }, (_, n) => attempt(n)));
      const through = passed.flatMap((ok, n) => (ok ? [n] : []));
      for (const email of [0, 1, 2])
        expect(through.filter((n) => n % 3 === email).length).toBeLessThanOrEqual(3);
      for (const address of [0, 1])
        expect(through.filter((n) => n % 2 === address).length).toBeLessThanOrEqual(5);
      expect(through.length).toBeGreaterThan(0);
    }
  });
});
