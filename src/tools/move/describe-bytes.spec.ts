import { describeBytes, parseBytes } from './describe-bytes';

it.each([
  [0, '0.0 kB'],
  [2_048, '2.0 kB'],
  [52_428_800, '50 MB'],
  [1_610_612_736, '1.5 GB'],
  [1.5 * 1024 ** 5, '1536 TB'],
])('describes %d bytes as %s', (bytes, text) => {
  expect(describeBytes(bytes)).toBe(text);
});

it('reads what it writes, and numbers without a space', () => {
  for (const bytes of [2_048, 52_428_800, 1_610_612_736])
    expect(parseBytes(describeBytes(bytes))).toBe(bytes);
  expect(parseBytes('20GB')).toBe(20 * 1024 ** 3);
});

it.each(['', '20', 'GB', '-1 GB', '20 gb', '1e9 GB', '20 GB free'])('refuses “%s”', (text) => {
  expect(parseBytes(text)).toBeNull();
});
