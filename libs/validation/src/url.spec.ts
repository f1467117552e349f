import { parsedUrl } from './url';

describe('parsedUrl', () => {
  it.each(['', 'nowhere', '/path', 'https://', 'https://[', 'https://a b'])('%j spells no URL', (text) =>
    expect(parsedUrl(text)).toBeNull(),
  );

  it('reads hosts of any letters, however often it is asked', () => {
    const read = Array.from({ length: 100_000 }, () => parsedUrl('https://b\u00fccher.example')?.host);
    expect(new Set(read)).toEqual(new Set(['xn--bcher-kva.example']));
  });
});
