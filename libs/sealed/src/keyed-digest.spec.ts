import { createHash, createHmac } from 'node:crypto';
import { KeyedDigest } from './keyed-digest';

const key = Buffer.alloc(32, 1);
const digests = new KeyedDigest(key, 'names');

describe('a keyed digest', () => {
  it('is the same for the same text, and 32 bytes', () => {
    expect(digests.of('ada')).toEqual(new KeyedDigest(key, 'names').of('ada'));
    expect(digests.of('ada')).toHaveLength(32);
  });

  it('differs for another text, key or purpose', () => {
    const others = [
      digests.of('Ada'),
      new KeyedDigest(Buffer.alloc(32, 2), 'names').of('ada'),
      new KeyedDigest(key, 'places').of('ada'),
    ];
    expect(others.filter((other) => other.equals(digests.of('ada')))).toEqual([]);
  });

  it('is neither a plain hash nor an HMAC with the given key itself', () => {
    expect(digests.of('ada')).not.toEqual(createHash('sha256').update('ada').digest());
    expect(digests.of('ada')).not.toEqual(createHmac('sha256', key).update('ada').digest());
  });
});
