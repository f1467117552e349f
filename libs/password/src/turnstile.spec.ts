import { setTimeout as sleep } from 'node:timers/promises';
import { PasswordsBusy, Turnstile } from './turnstile';

describe('Turnstile', () => {
  it('never runs more tasks at once than allowed, and admits them in order', async () => {
    const turnstile = new Turnstile(2, 64, 2000);
    const admitted: number[] = [];
    let running = 0;
    let most = 0;
    const task = (turn: number) => async () => {
      admitted.push(turn);
      most = Math.max(most, (running += 1));
      await sleep(1);
      running -= 1;
    };
    await Promise.all([0, 1, 2, 3, 4, 5, 6, 7].map((turn) => turnstile.pass(task(turn))));
    expect(most).toBe(2);
    expect(admitted).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  it('frees the place of a task that failed, and passes its failure on', async () => {
    const turnstile = new Turnstile(1, 0, 0);
    await expect(turnstile.pass(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(turnstile.pass(() => Promise.resolve('yes'))).resolves.toBe('yes');
  });

  it('does not run a task later that it has refused', async () => {
    const turnstile = new Turnstile(1, 1, 1);
    const long = turnstile.pass(() => sleep(20));
    const late = jest.fn(() => Promise.resolve());
    await expect(turnstile.pass(late)).rejects.toBeInstanceOf(PasswordsBusy);
    await long;
    expect(late).not.toHaveBeenCalled();
    await expect(turnstile.pass(() => Promise.resolve('free'))).resolves.toBe('free');
  });
});
