import { Snapshots } from './snapshots';

interface Value {
  version: number;
}

/** A source whose answers the test controls, and a clock that the test sets. */
function world({ maxBytes = 1000, maxAge = 60_000, maxStale = 0, trusted = true } = {}) {
  let now = 1;
  const pending: { key: number; answer: (value: Value | null) => void; fail: (error: Error) => void }[] = [];
  const snapshots = new Snapshots<number, Value>({
    load: (key) =>
      new Promise((answer, fail) => {
        pending.push({ key, answer, fail });
      }),
    sizeOf: () => 100,
    maxBytes,
    maxAge,
    maxStale,
    monotonic: () => now,
  });
  if (trusted) snapshots.startTrust(Infinity);
  return {
    snapshots,
    pending,
    pass: (milliseconds: number) => void (now += milliseconds),
    /** Reads a key, answers the load that this starts, and returns the result. */
    async read(key: number, version: number): Promise<Value | null> {
      const asked = snapshots.get(key);
      pending.shift()?.answer({ version });
      return asked;
    },
  };
}

describe('Snapshots', () => {
  it('loads once for concurrent calls, and then serves from memory', async () => {
    const { snapshots, pending } = world();
    const asked = [1, 2, 3].map(async () => snapshots.get(1));
    expect(pending).toHaveLength(1);
    pending[0]?.answer({ version: 1 });
    expect(await Promise.all(asked)).toEqual([{ version: 1 }, { version: 1 }, { version: 1 }]);
    expect(snapshots.get(1)).toEqual({ version: 1 });
    expect(pending).toHaveLength(1);
  });

  it('loads again after a change, for that key only', async () => {
    const { snapshots, read } = world();
    await read(1, 1);
    await read(2, 1);
    snapshots.drop(1);
    expect(await read(1, 2)).toEqual({ version: 2 });
    expect(snapshots.peek(2)).toEqual({ version: 1 });
  });

  it('does not cache a load that a change interrupts, and does not return it to later calls', async () => {
    const { snapshots, pending } = world();
    const early = snapshots.get(1);
    snapshots.drop(1);
    const late = [1, 2].map(async () => snapshots.get(1));
    // A load that begins before the first has ended could see older data and be cached.
    expect(pending).toHaveLength(1);
    pending.shift()?.answer({ version: 1 });
    expect(await early).toEqual({ version: 1 });
    await new Promise(setImmediate);
    expect(pending).toHaveLength(1);
    pending.shift()?.answer({ version: 2 });
    expect(await Promise.all(late)).toEqual([{ version: 2 }, { version: 2 }]);
    expect(snapshots.peek(1)).toEqual({ version: 2 });
  });

  it('caches a load that begins after the change, even if it was requested before', async () => {
    const { snapshots, pending } = world();
    void snapshots.get(1);
    snapshots.drop(1);
    const waiting = snapshots.get(1);
    snapshots.drop(1);
    pending.shift()?.answer({ version: 1 });
    await new Promise(setImmediate);
    pending.shift()?.answer({ version: 3 });
    expect(await waiting).toEqual({ version: 3 });
    expect(snapshots.peek(1)).toEqual({ version: 3 });
  });

  it('waits a second for a load that hangs, and never returns its late result', async () => {
    const { snapshots, pending } = world();
    const early = snapshots.get(1);
    snapshots.drop(1);
    const late = snapshots.get(1);
    const since = performance.now();
    while (pending.length < 2) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(performance.now() - since).toBeGreaterThan(900);
    pending[1]?.answer({ version: 2 });
    expect(await late).toEqual({ version: 2 });
    pending[0]?.answer({ version: 1 });
    expect(await early).toEqual({ version: 2 });
    expect(snapshots.peek(1)).toEqual({ version: 2 });
  });

  it('does not cache null', async () => {
    const { snapshots, pending } = world();
    const asked = snapshots.get(1);
    pending[0]?.answer(null);
    expect(await asked).toBeNull();
    void snapshots.get(1);
    expect(pending).toHaveLength(2);
  });

  it('passes a failure to all waiting calls, and tries again at the next call', async () => {
    const { snapshots, pending, read } = world();
    const asked = [snapshots.get(1), snapshots.get(1)];
    pending.shift()?.fail(new Error('down'));
    for (const answer of asked) await expect(answer).rejects.toThrow('down');
    expect(await read(1, 1)).toEqual({ version: 1 });
  });

  it('serves nothing from memory while changes are not reported', async () => {
    const { snapshots, pass, read } = world({ trusted: false });
    await read(1, 1);
    expect(await read(1, 2)).toEqual({ version: 2 });
    snapshots.startTrust(1000);
    await read(1, 3);
    expect(snapshots.peek(1)).toEqual({ version: 3 });
    pass(1000);
    expect(snapshots.peek(1)).toBeUndefined();
  });

  it('serves from memory again when the connection proves to have worked', async () => {
    const { snapshots, pass, read } = world({ trusted: false });
    snapshots.startTrust(1000);
    await read(1, 1);
    pass(1500);
    snapshots.trustUntil(2500);
    expect(snapshots.peek(1)).toEqual({ version: 1 });
  });

  it('does not return to a cached value after a newer load without the connection', async () => {
    const { snapshots, pass, read } = world({ trusted: false });
    snapshots.startTrust(1000);
    await read(1, 1);
    pass(1500);
    expect(await read(1, 2)).toEqual({ version: 2 });
    snapshots.trustUntil(2500);
    expect(await read(1, 3)).toEqual({ version: 3 });
  });

  it('invalidates everything when the connection breaks, loads in progress included', async () => {
    const { snapshots, pending, read } = world();
    await read(1, 1);
    const asked = snapshots.get(2);
    snapshots.stopTrust();
    snapshots.startTrust(Infinity);
    pending[0]?.answer({ version: 1 });
    await asked;
    expect([snapshots.peek(1), snapshots.peek(2)]).toEqual([undefined, undefined]);
  });

  it('shares only recent loads while changes are not reported', async () => {
    const { snapshots, pending, pass } = world({ trusted: false });
    const ask = async () => snapshots.get(1);
    const early = [ask()];
    pass(249);
    early.push(ask());
    pass(1);
    const late = snapshots.get(1);
    pending.shift()?.answer({ version: 1 });
    expect(await Promise.all(early)).toEqual([{ version: 1 }, { version: 1 }]);
    await new Promise(setImmediate);
    pending.shift()?.answer({ version: 2 });
    expect(await late).toEqual({ version: 2 });
  });

  it('expires values by age', async () => {
    const { snapshots, pass, read } = world({ maxAge: 1000 });
    await read(1, 1);
    pass(1001);
    expect(snapshots.peek(1)).toBeUndefined();
  });

  describe('the last known value', () => {
    const stale = { maxStale: 10_000 };

    it('is what was in memory when the connection broke, until the time is over', async () => {
      const { snapshots, pass, read } = world(stale);
      await read(1, 1);
      expect(snapshots.lastKnown(1)).toBeUndefined();
      snapshots.stopTrust();
      expect(snapshots.lastKnown(1)).toEqual({ version: 1 });
      expect(snapshots.peek(1)).toBeUndefined();
      pass(9_999);
      snapshots.stopTrust();
      expect(snapshots.lastKnown(1)).toEqual({ version: 1 });
      pass(1);
      expect(snapshots.lastKnown(1)).toBeUndefined();
    });

    it('counts from the end of the trust, if the connection fell silent before it broke', async () => {
      const { snapshots, pass, read } = world({ ...stale, trusted: false });
      snapshots.startTrust(1000);
      await read(1, 1);
      pass(5_000);
      snapshots.stopTrust();
      expect(snapshots.untrustedFor).toBe(4_001);
      pass(5_998);
      expect(snapshots.lastKnown(1)).toEqual({ version: 1 });
      pass(1);
      expect(snapshots.lastKnown(1)).toBeUndefined();
    });

    it('does not exist by default', async () => {
      const { snapshots, read } = world();
      await read(1, 1);
      snapshots.stopTrust();
      expect([snapshots.lastKnown(1), snapshots.usage.entries]).toEqual([undefined, 0]);
    });

    it('does not exist before the first connection', async () => {
      const { snapshots, read } = world({ ...stale, trusted: false });
      await read(1, 1);
      snapshots.stopTrust();
      expect([snapshots.lastKnown(1), snapshots.usage.entries]).toEqual([undefined, 0]);
    });

    it('does not exist after a reported change, even if it was not loaded again', async () => {
      const { snapshots, pending, read } = world(stale);
      await read(1, 1);
      snapshots.drop(1);
      const asked = snapshots.get(1);
      snapshots.stopTrust();
      pending.shift()?.fail(new Error('down'));
      await expect(asked).rejects.toThrow('down');
      expect(snapshots.lastKnown(1)).toBeUndefined();
    });

    it('stays while loads fail, and is replaced by a load that succeeds', async () => {
      const { snapshots, pending, read } = world(stale);
      await read(1, 1);
      snapshots.stopTrust();
      const asked = snapshots.get(1);
      pending.shift()?.fail(new Error('down'));
      await expect(asked).rejects.toThrow('down');
      expect(snapshots.lastKnown(1)).toEqual({ version: 1 });
      await read(1, 2);
      expect([snapshots.lastKnown(1), snapshots.peek(1)]).toEqual([{ version: 2 }, undefined]);
    });

    it('is gone if the source no longer has the key', async () => {
      const { snapshots, pending, read } = world(stale);
      await read(1, 1);
      snapshots.stopTrust();
      const asked = snapshots.get(1);
      pending.shift()?.answer(null);
      expect(await asked).toBeNull();
      expect(snapshots.lastKnown(1)).toBeUndefined();
    });

    it('may be older than the maximum age', async () => {
      const { snapshots, pass, read } = world({ ...stale, maxAge: 1000 });
      await read(1, 1);
      pass(1001);
      expect(snapshots.peek(1)).toBeUndefined();
      snapshots.stopTrust();
      expect(snapshots.lastKnown(1)).toEqual({ version: 1 });
    });

    it('is forgotten when the connection is back', async () => {
      const { snapshots, read } = world(stale);
      await read(1, 1);
      snapshots.stopTrust();
      snapshots.startTrust(Infinity);
      expect([snapshots.lastKnown(1), snapshots.peek(1)]).toEqual([undefined, undefined]);
      snapshots.stopTrust();
      expect(snapshots.lastKnown(1)).toBeUndefined();
    });
  });

  it('stays within its bytes, and drops the least recently used value', async () => {
    const { snapshots, read } = world({ maxBytes: 1000 });
    for (let key = 1; key <= 10; key += 1) await read(key, 1);
    snapshots.peek(1);
    await read(11, 1);
    expect(snapshots.usage).toEqual({ entries: 10, bytes: 1000 });
    expect([snapshots.peek(1), snapshots.peek(2)]).toEqual([{ version: 1 }, undefined]);
  });
});
