import { Metrics } from '#platform/metrics';
import fastify, { type FastifyInstance } from 'fastify';
import { setTimeout as sleep } from 'node:timers/promises';
import { shedLoad, Overloaded } from './load-shedding';

describe('a process with a high event loop delay', () => {
  let server: FastifyInstance;

  beforeEach(async () => {
    server = fastify();
    shedLoad(server, { inFlight: 100, loopDelay: 300 }, new Metrics(false));
    server.setErrorHandler((error, _request, reply) => {
      void reply.code(error instanceof Overloaded ? 503 : 500).send();
    });
    server.get('/work', async () => 'done');
    server.get('/healthz', async () => 'alive');
    await server.ready();
  });
  afterEach(() => server.close());

  const statusOf = async (url: string) => (await server.inject(url)).statusCode;

  /** Keeps everything else from running. */
  function stall(): void {
    const end = performance.now() + 1_000;
    while (performance.now() < end);
  }

  it('refuses requests except health checks until the delay is low again', async () => {
    await expect(untilServed()).resolves.toBe(200);
    stall();
    expect([await statusOf('/work'), await statusOf('/healthz')]).toEqual([503, 200]);
    await expect(untilServed()).resolves.toBe(200);
  });

  async function untilServed(): Promise<number> {
    for (;;) {
      const status = await statusOf('/work');
      if (status === 200) return status;
      await sleep(50);
    }
  }
});
