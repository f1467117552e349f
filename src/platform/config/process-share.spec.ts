import type { Config } from './config';
import { shareOf } from './process-share';

const config = (poolSize: number, concurrency: number): Config =>
  ({
    logLevel: 'info',
    database: { url: 'x', poolSize },
    passwordQueue: { concurrency, queue: 64 },
  }) as never;

const shares = (given: Config, count: number) =>
  Array.from({ length: count }, (_, at) => shareOf(given, at + 1, count));

it.each([
  ['evenly', 10, 2, [5, 5]],
  ['with the rest for the first ones', 10, 4, [3, 3, 2, 2]],
  ['but at least two each', 3, 3, [2, 2, 2]],
])('processes share the connections to the database %s', (_, poolSize, count, expected) => {
  expect(shares(config(poolSize, 2), count).map(({ database }) => database.poolSize)).toEqual(expected);
});

it.each([
  [4, 2, [2, 2]],
  [4, 3, [2, 1, 1]],
  [2, 4, [1, 1, 1, 1]],
])('%d passwords at the same time are shared by %d processes', (concurrency, count, expected) => {
  expect(
    shares(config(10, concurrency), count).map(({ passwordQueue }) => passwordQueue.concurrency),
  ).toEqual(expected);
});

it('each process knows its number, and everything else is the same for all', () => {
  const given = config(10, 2);
  const [first, second] = shares(given, 2);
  expect([first.processNumber, second.processNumber]).toEqual([1, 2]);
  expect(second).toEqual({
    ...given,
    processNumber: 2,
    database: { ...given.database, poolSize: 5 },
    passwordQueue: { ...given.passwordQueue, concurrency: 1 },
  });
});
