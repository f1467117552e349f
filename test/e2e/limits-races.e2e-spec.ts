import fc from 'fast-check';
import { VISITOR } from '../../src/platform/audit';
import {
  EventsPending,
  type LimitName,
  LimitsService,
  type PendingEvent,
  TooManyRequests,
} from '../../src/platform/limits';
import { SOURCE } from '#platform/access/viewer.fixtures';
import { type ServerProcess, startServerProcess } from '../support/server-process';
import { testApp } from '../support/start-test-app';

const LOGIN_ROW = '10/900';
const t = testApp({ LIMIT_LOGIN_EMAIL: '3/20', LIMIT_LOGIN_NETWORK: '5/7' });
const askerOf = (fanclub: { id: number }) => ({ fanclub, actor: VISITOR, source: SOURCE });

describe('two processes', () => {
  let servers: readonly ServerProcess[];

  beforeAll(async () => {
    const { url } = t.config.database;
    const environment = { LIMIT_LOGIN_ROW: LOGIN_ROW, LOG_LEVEL: 'debug' };
    servers = await Promise.all([startServerProcess(url, environment), startServerProcess(url, environment)]);
  });
  afterAll(() => Promise.all((servers ?? []).map((server) => server.kill())));

  it('share the count of failures, and never name the customer', async () => {
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

  it('ignore X-Forwarded-For unless a proxy is configured', async () => {
    await t.given.fanclub();
    const server = await startServerProcess(t.config.database.url, { LIMIT_LOGIN_NETWORK: '2/60' });
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
  /** A limit as documented. */
  class Model {
    private readonly windows = new Map<string, { count: number; pending: number; endsAt: number }>();

    constructor(
      private readonly most: number,
      private readonly length: number,
    ) {}

    window(subject: string, now: number): { count: number; pending: number; endsAt: number } {
      const known = this.windows.get(subject) ?? { count: 0, pending: 0, endsAt: 0 };
      if (known.endsAt <= now) known.count = 0;
      if (known.endsAt <= now || known.count + known.pending === 0) known.endsAt = now + this.length;
      this.windows.set(subject, known);
      return known;
    }

    /** Milliseconds to wait because the limit is reached; 0 if there is room, or may be soon. */
    wait(subject: string, now: number): number {
      const known = this.windows.get(subject);
      return known && known.endsAt > now && known.count >= this.most ? known.endsAt - now : 0;
    }

    hasRoom(subject: string, now: number): boolean {
      const known = this.windows.get(subject);
      if (!known) return true;
      return (known.endsAt > now ? known.count : 0) + known.pending < this.most;
    }
  }

  const subject = fc.constantFrom('a', 'b');
  const names: readonly LimitName[] = ['loginEmail', 'loginNetwork'];
  const step = fc.oneof(
    { weight: 3, arbitrary: fc.record({ email: subject, network: subject, pends: fc.constant(false) }) },
    { weight: 5, arbitrary: fc.record({ email: subject, network: subject, pends: fc.constant(true) }) },
    { weight: 2, arbitrary: fc.record({ pass: fc.integer({ min: 1, max: 6_000 }) }) },
    {
      weight: 4,
      arbitrary: fc.record({
        settle: fc.nat({ max: 40 }),
        counts: fc.subarray([...names]),
        resets: fc.subarray([...names]),
      }),
    },
  );

  it('follows its rules in any order of events', async () => {
    const asker = askerOf(await t.given.fanclub());
    const limits = t.app.get(LimitsService);
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
        run += 1;
        const models = [new Model(3, 20_000), new Model(5, 7_000)];
        const pending: { event: PendingEvent; begunAt: number; subjects: readonly string[] }[] = [];
        for (const one of steps) {
          const now = t.clock.now().getTime();
          if ('pass' in one) {
            // Stays below the time after which a pending event expires, which another test covers.
            const oldest = Math.min(now, ...pending.map(({ begunAt }) => begunAt));
            t.clock.advance(Math.min(one.pass, oldest + 29_000 - now) / 1000);
          } else if ('settle' in one) {
            const [entry] = pending.splice(one.settle % (pending.length || 1), 1);
            if (!entry) continue;
            await limits.settle(entry.event, one);
            models.forEach((model, n) => {
              const window = model.window(entry.subjects[n], 0);
              window.pending -= 1;
              if (one.resets.includes(names[n])) window.count = 0;
              else window.count += Number(one.counts.includes(names[n]));
            });
          } else {
            const subjects = [`${run} ${one.email}`, `${run} ${one.network}`];
            const named = { loginEmail: subjects[0], loginNetwork: subjects[1] };
            const hasRoom = models.every((model, n) => model.hasRoom(subjects[n], now));
            const wait = Math.max(...models.map((model, n) => model.wait(subjects[n], now)));
            // Counting would wait for pending events, which never settle here.
            if (!one.pends && !hasRoom && wait === 0) continue;
            const outcome = await (
              one.pends ? limits.beginNow(asker, named) : limits.count(asker, named)
            ).catch((error: unknown) => error);
            if (!hasRoom) {
              expect(outcome).toBeInstanceOf(wait > 0 ? TooManyRequests : EventsPending);
              expect((outcome as TooManyRequests).retryAfter).toBe(wait > 0 ? Math.ceil(wait / 1000) : 1);
            } else {
              expect(outcome).not.toBeInstanceOf(Error);
              for (const [n, model] of models.entries())
                model.window(subjects[n], now)[one.pends ? 'pending' : 'count'] += 1;
              if (one.pends) pending.push({ event: outcome as PendingEvent, begunAt: now, subjects });
            }
          }
        }
        for (const { event } of pending) await limits.settle(event, {});
      }),
      { numRuns: 60 },
    );
  });

  it('waits for a pending event, and uses its place when it does not count', async () => {
    const asker = askerOf(await t.given.fanclub());
    const limits = t.app.get(LimitsService);
    const subjects = { loginEmail: 'ada' };
    const pending = await Promise.all([1, 2, 3].map(() => limits.begin(asker, subjects)));
    const waiting = limits.begin(asker, subjects);
    await limits.settle(pending[0], { counts: ['loginEmail'] });
    await limits.settle(pending[1], {});
    await limits.settle(await waiting, { counts: ['loginEmail'] });
    await limits.settle(pending[2], { counts: ['loginEmail'] });
    await expect(limits.begin(asker, subjects)).rejects.toMatchObject({ retryAfter: 20 });
  });

  it('drops a pending event half a minute after its process died', async () => {
    const asker = askerOf(await t.given.fanclub());
    const limits = t.app.get(LimitsService);
    const subjects = { loginEmail: 'ada' };
    for (let n = 0; n < 3; n += 1) await limits.begin(asker, subjects);
    t.clock.advance(29.9);
    await expect(limits.beginNow(asker, subjects)).rejects.toBeInstanceOf(EventsPending);
    t.clock.advance(0.1);
    await expect(limits.beginNow(asker, subjects)).resolves.toBeDefined();
  });

  it('drops it even while other events come and go', async () => {
    const asker = askerOf(await t.given.fanclub());
    const limits = t.app.get(LimitsService);
    const subjects = { loginEmail: 'ada' };
    for (let n = 0; n < 2; n += 1) await limits.begin(asker, subjects);
    for (let n = 0; n < 4; n += 1) {
      await limits.settle(await limits.beginNow(asker, subjects), {});
      t.clock.advance(10);
    }
    for (let n = 0; n < 3; n += 1) await expect(limits.beginNow(asker, subjects)).resolves.toBeDefined();
  });

  it('never exceeds the limit under simultaneous events', async () => {
    const asker = askerOf(await t.given.fanclub());
    const limits = t.app.get(LimitsService);
    const attempt = async (n: number): Promise<boolean> => {
      const subjects = { loginEmail: `crowd ${n % 3}`, loginNetwork: `crowd ${n % 2}` };
      try {
        if (n % 4 === 0) await limits.count(asker, subjects);
        else await limits.settle(await limits.begin(asker, subjects), { counts: names });
        return true;
      } catch (error) {
        if (error instanceof TooManyRequests) return false;
        throw error;
      }
    };
    for (let round = 0; round < 5; round += 1) {
      t.clock.advance(20);
      const passed = await Promise.all(Array.from({ length: 60 }, (_, n) => attempt(n)));
      const through = passed.flatMap((ok, n) => (ok ? [n] : []));
      for (const email of [0, 1, 2])
        expect(through.filter((n) => n % 3 === email).length).toBeLessThanOrEqual(3);
      for (const network of [0, 1])
        expect(through.filter((n) => n % 2 === network).length).toBeLessThanOrEqual(5);
      expect(through.length).toBeGreaterThan(0);
    }
  });
});
