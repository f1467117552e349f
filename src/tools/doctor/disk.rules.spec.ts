import { diskFindings } from './disk.rules';

const GIB = 1024 ** 3;

it.each([
  ['ok', 40],
  ['warning', 4.9],
  ['problem', 0.9],
  ['problem', 0],
])('a disk is %s with %d GiB', (state, free) => {
  const [found] = diskFindings('disk', { bsize: 4096, bavail: (free * GIB) / 4096 });
  expect(found).toMatchObject({ state, text: `${free.toFixed(1)} GB are free` });
});
