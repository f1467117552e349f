import { Circuit, CircuitOpen } from './circuit';

const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

describe('Circuit', () => {
  let now: number;
  let tried: number;
  let circuit: Circuit;

  beforeEach(() => {
    now = 0;
    tried = 0;
    circuit = new Circuit(() => now);
  });

  const ask = (error?: Error): Promise<string> =>
    circuit.run(async () => {
      tried += 1;
      if (error) throw error;
      return 'answer';
    });
  const fail = async (times: number, error: Error = refused) => {
    for (let time = 0; time < times; time += 1) await expect(ask(error)).rejects.toBe(error);
  };
  const spare = () => expect(ask()).rejects.toBeInstanceOf(CircuitOpen);

  it('accepts all calls until twenty have failed, then rejects them for a second', async () => {
    await fail(19);
    await expect(ask()).resolves.toBe('answer');
    await fail(20);
    tried = 0;
    await spare();
    now += 999;
    await spare();
    expect(tried).toBe(0);
  });

  it('ignores failures that are older than five seconds', async () => {
    await fail(19);
    now += 5_001;
    await fail(19);
    await expect(ask()).resolves.toBe('answer');
  });

  it('attempts one call after a second, and closes if the call succeeds', async () => {
    await fail(20);
    now += 1_000;
    const probe = ask();
    await spare();
    await expect(probe).resolves.toBe('answer');
    await expect(ask()).resolves.toBe('answer');
  });

  it('stays open for another second if this call fails', async () => {
    await fail(20);
    now += 1_000;
    await fail(1);
    await spare();
    now += 1_000;
    await expect(ask()).resolves.toBe('answer');
  });

  it('attempts another call if this call got no connection because the pool was busy', async () => {
    const busy = new Error('timeout exceeded when trying to connect');
    await fail(20);
    now += 1_000;
    await fail(1, busy);
    await expect(ask()).resolves.toBe('answer');
  });

  it('counts neither pool timeouts nor errors that the server reports', async () => {
    await fail(40, new Error('timeout exceeded when trying to connect'));
    await fail(40, new Error('a failure of the domain'));
    await expect(ask()).resolves.toBe('answer');
  });
});
