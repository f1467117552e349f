import fc from 'fast-check';
import { networkOf } from './network.rules';

describe('networkOf', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::ffff:c000:207', '192.0.2.7'],
    ['::1', '::'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
    ['2001:DB8:1:2::', '2001:db8:1:2::'],
    ['2001:0db8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::'],
    ['fe80::1%eth0', 'fe80::'],
  ])('counts %s as %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  it.each([
    '',
    'unknown',
    '192.0.2',
    '192.0.2.7:8080',
    '[::1]',
    '0x7f.1',
    '127.1',
    ' 192.0.2.7',
    'x'.repeat(10_000),
  ])('returns null for %j, which is not an address', (text) => {
    expect(networkOf(text)).toBeNull();
  });

  it('is the same for all addresses of a /64, and another one for the next', () => {
    const group = fc.integer({ min: 0, max: 0xffff });
    const half = fc.array(group, { minLength: 4, maxLength: 4 });
    const written = (groups: number[]): string => groups.map((one) => one.toString(16)).join(':');
    fc.assert(
      fc.property(half, half, half, (subscriber, host, other) => {
        fc.pre(!subscriber.slice(0, 4).every((one) => one === 0));
        const network = networkOf(written([...subscriber, ...host]));
        expect(networkOf(written([...subscriber, ...other]))).toBe(network);
        const next = [...subscriber.slice(0, 3), subscriber[3] ^ 1];
        expect(networkOf(written([...next, ...host]))).not.toBe(network);
      }),
    );
  });

  it('never throws, and returns the same network for a network', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.ipV4(), fc.ipV6()), (text) => {
        const network = networkOf(text);
        if (network !== null) expect(networkOf(network)).toBe(network);
      }),
    );
  });
});
