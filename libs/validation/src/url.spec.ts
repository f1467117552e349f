import { parsedUrl } from './url';

describe('parsedUrl', () => {
  it.each(['', 'nowhere', '/path', 'https://', 'https://[', 'https://a b'])('is null for %j', (text) =>
    expect(parsedUrl(text)).toBeNull(),
  );

  it('accepts hosts with any letters, also after many calls', () => {
    const read = Array.from({ length: 100_000 }, () => parsedUrl('https://b\u00fccher.example')?.host);
    expect(new Set(read)).toEqual(new Set(['xn--bcher-kva.example']));
  });
});
