import type { JobRun } from '#platform/jobs';
import { Misconfigured, ProviderUnavailable } from './provider.errors';
import { followEach } from './follow-each';

function run(signal = new AbortController().signal) {
  const lines: unknown[] = [];
  const write = (level: string) => (facts: object, text: string) =>
    void lines.push({ level, text, ...facts });
  const log = { info: write('info'), warn: write('warn'), error: write('error') };
  return { lines, jobRun: { signal, log } as unknown as JobRun };
}

const of = (fanclubId: number, ...ids: number[]) => ids.map((id) => ({ id, fanclubId }));

describe('followEach', () => {
  it('goes on after a fault of ours, and after a refusal of the provider', async () => {
    const { lines, jobRun } = run();
    const act = jest
      .fn<Promise<number>, [{ id: number }]>()
      .mockRejectedValueOnce(new Error('ours'))
      .mockRejectedValueOnce(new Misconfigured('wrong_key', 'req_1'))
      .mockResolvedValue(1);
    expect(await followEach('payment', jobRun, of(7, 1, 2, 3, 4), act)).toBe(2);
    expect(lines).toEqual([
      { level: 'error', text: 'payment not followed', err: expect.any(Error), fanclubId: 7, id: 1 },
      {
        level: 'warn',
        text: 'payment waits',
        code: 'wrong_key',
        providerRequest: 'req_1',
        fanclubId: 7,
        id: 2,
      },
    ]);
  });

  it('asks a provider that does not answer once in a run, and those of other fan clubs as before', async () => {
    const { jobRun } = run();
    const asked: number[] = [];
    const all = [...of(7, 1, 2), ...of(8, 3), ...of(7, 4)];
    await followEach('payment', jobRun, all, ({ id, fanclubId }) => {
      asked.push(id);
      return fanclubId === 7 ? Promise.reject(new ProviderUnavailable('away')) : Promise.resolve(1);
    });
    expect(asked).toEqual([1, 3]);
  });

  it('ends when the worker stops', async () => {
    const stop = new AbortController();
    const { jobRun } = run(stop.signal);
    const act = () => {
      stop.abort();
      return Promise.resolve(1);
    };
    expect(await followEach('payment', jobRun, of(7, 1, 2), act)).toBe(1);
  });
});
