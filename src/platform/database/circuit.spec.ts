import { Circuit, CircuitOpen } from './circuit';

const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
const never = new Promise<never>(() => undefined);

describe('Circuit', () => {
  let now: number;
  let tried: number;
  let isThere: boolean;
  let checks: number;
  let pauses: (() => void)[];
  let circuit: Circuit;

  beforeEach(() => {
    now = 0;
    tried = 0;
    isThere = false;
    checks = 0;
    pauses = [];
    circuit = new Circuit({
      check: async () => {
        checks += 1;
        if (!isThere) throw refused;
      },
      now: () => now,
      pause: () => new Promise<void>((resolve) => pauses.push(resolve)),
    });
  });

  const ask = (error?: Error): Promise<string> =>
    circuit.run(
      async () => {
        tried += 1;
        if (error) throw error;
        return 'answer';
      },
      () => true,
    );
  const fail = async (times: number, error: Error = refused) => {
    for (let time = 0; time < times; time += 1) await expect(ask(error)).rejects.toBe(error);
  };
  const spare = () => expect(ask()).rejects.toBeInstanceOf(CircuitOpen);
  const settle = () => new Promise(setImmediate);
  const pass = async () => {
    pauses.splice(0).forEach((end) => end());
    await settle();
  };

  it('accepts all calls until twenty have failed, then rejects them', async () => {
    await fail(19);
    await expect(ask()).resolves.toBe('answer');
    await fail(20);
    tried = 0;
    await spare();
    expect([tried, circuit.isOpen]).toEqual([0, true]);
  });

  it('ignores failures that are older than five seconds', async () => {
    await fail(19);
    now += 5_001;
    await fail(19);
    await expect(ask()).resolves.toBe('answer');
  });

  it('is checked after each pause while it is open, until the database answers', async () => {
    await fail(20);
    await settle();
    for (let time = 2; time <= 4; time += 1) {
      await pass();
      expect(checks).toBe(time);
      await spare();
    }
    isThere = true;
    await pass();
    await expect(ask()).resolves.toBe('answer');
    await pass();
    expect([checks, pauses.length]).toEqual([5, 0]);
  });

  it('is not checked any more once it is stopped', async () => {
    await fail(20);
    await settle();
    circuit.stop();
    await pass();
    expect([checks, pauses.length]).toEqual([1, 0]);
  });

  it('opens without any failed call if a suspicion is confirmed', async () => {
    expect(await circuit.suspect()).toBe(false);
    await spare();
    isThere = true;
    await pass();
    await expect(ask()).resolves.toBe('answer');
  });

  it('stays closed if a suspicion is not confirmed, and checks once for concurrent ones', async () => {
    isThere = true;
    expect(await Promise.all([circuit.suspect(), circuit.suspect()])).toEqual([true, true]);
    expect(checks).toBe(1);
    expect(await circuit.suspect()).toBe(true);
    expect(checks).toBe(2);
  });

  it('no longer waits for reads when it opens, but for everything else', async () => {
    let finish: (value: string) => void = () => undefined;
    const slow = new Promise<string>((resolve) => (finish = resolve));
    const read = expect(
      circuit.run(
        () => never,
        () => true,
      ),
    ).rejects.toBeInstanceOf(CircuitOpen);
    const write = circuit.run(
      () => slow,
      () => false,
    );
    await circuit.suspect();
    await read;
    finish('written');
    expect(await write).toBe('written');
    // It proves that the database can be reached.
    expect(circuit.isOpen).toBe(false);
  });

  it('counts neither pool timeouts nor errors that the server reports', async () => {
    await fail(40, new Error('timeout exceeded when trying to connect'));
    await fail(40, new Error('a failure of the domain'));
    await expect(ask()).resolves.toBe('answer');
  });
});
