import * as fc from 'fast-check';
import { allowedRedirect, policyOrigin } from './redirect.rules';

const club = {
  siteUrl: 'https://lanterns.example/home',
  trustedDomains: ['https://shop.lanterns.example', 'http://localhost:8080'],
};
const OWN = 'https://api.example.test/fanclubs/7/';
const allowed = (wanted: unknown): string | null => allowedRedirect(wanted, club, [OWN]);

describe('a redirect', () => {
  it.each([
    ['https://lanterns.example'],
    ['https://lanterns.example/'],
    ['https://lanterns.example/members?tab=1#top'],
    ['https://shop.lanterns.example/cart'],
    ['http://localhost:8080/after?x=%0d%0a'],
    ['https://api.example.test/fanclubs/7/plans/3/checkout'],
  ])('may lead to %s', (wanted) => expect(allowed(wanted)).toBe(new URL(wanted).href));

  it.each([
    ['HTTPS://LANTERNS.example/A', 'https://lanterns.example/A'],
    ['https://lanterns.example:443/a', 'https://lanterns.example/a'],
    ['https://lanterns.example/a/../b', 'https://lanterns.example/b'],
    ['https://lanterns\u3002example/a', 'https://lanterns.example/a'],
    ['https://lanterns.example/\u00fc', 'https://lanterns.example/%C3%BC'],
  ])('is normalized as by browsers: %s', (wanted, spelled) => expect(allowed(wanted)).toBe(spelled));

  it.each<[unknown]>([
    [undefined],
    [null],
    [7],
    [['https://lanterns.example/']],
    [''],
    ['/members'],
    ['members'],
    ['//lanterns.example'],
    ['//evil.example'],
    ['///evil.example'],
    ['/\\evil.example'],
    ['\\\\evil.example'],
    ['https:evil.example'],
    ['https:/evil.example'],
    ['https:///evil.example'],
    ['https:\\\\evil.example'],
    ['https://evil.example'],
    ['https://evil.example/https://lanterns.example/'],
    ['https://evil.example?https://lanterns.example/'],
    ['https://evil.example#https://lanterns.example/'],
    ['https://lanterns.example.evil.example/'],
    ['https://evil-lanterns.example/'],
    ['https://sub.lanterns.example/'],
    ['https://lanterns.example@evil.example/'],
    ['https://lanterns.example:pass@evil.example/'],
    ['https://me@lanterns.example/'],
    ['https://x:y@lanterns.example/'],
    ['https://evil.example\\@lanterns.example/'],
    ['https://lanterns.example\\.evil.example/'],
    ['https://lanterns.example%2eevil.example/'],
    ['https://lanterns.example%00.evil.example/'],
    ['https://lanterns.example:8443/'],
    ['http://lanterns.example/'],
    ['https://localhost:8080/'],
    ['http://localhost/'],
    ['http://127.0.0.1:8080/'],
    ['javascript:alert(1)'],
    ['JavaScript://lanterns.example/%0aalert(1)'],
    ['data:text/html,<script>alert(1)</script>'],
    ['blob:https://lanterns.example/1'],
    ['ftp://lanterns.example/'],
    ['view-source:https://lanterns.example/'],
    [' https://lanterns.example/'],
    ['https://lanterns.example/ '],
    ['\thttps://lanterns.example/'],
    ['https://lanterns.exa\tmple/'],
    ['https://lanterns.example/\r\nSet-Cookie: a=b'],
    ['https://lanterns.example/\0'],
    ['\u0001https://lanterns.example/'],
    ['\u0085https://lanterns.example/'],
    ['https://'],
    ['https://['],
    ['https://lanterns.example/' + 'x'.repeat(2_048)],
    ['https://api.example.test/'],
    ['https://api.example.test/fanclubs/70/login'],
    ['https://api.example.test/fanclubs/8/login'],
    ['https://api.example.test/fanclubs/7/../8/login'],
    ['https://api.example.test/fanclubs/7/%2e%2e/8/login'],
    ['https://api.example.test/api/v1/logout?key=x'],
  ])('never leads to %j', (wanted) => expect(allowed(wanted)).toBeNull());

  it('only leads to listed addresses, for any input', () => {
    const pieces = fc.constantFrom(
      ...[
        'https:',
        'http:',
        '/',
        '//',
        '\\',
        '@',
        ':',
        '.',
        '?',
        '#',
        '%2f',
        '%5c',
        '%00',
        '\t',
        '\n',
        ' ',
        ';',
      ],
      ...['lanterns.example', 'evil.example', 'localhost:8080', 'shop.lanterns.example', 'a', '8080', '..'],
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
        const target = allowed(parts.join(''));
        if (target === null) return;
        const { origin, username, password } = new URL(target);
        expect(['https://lanterns.example', ...club.trustedDomains]).toContain(origin);
        expect([username, password]).toEqual(['', '']);
        expect(target).toMatch(/^[!-~]+$/);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('the origin of an address', () => {
  it.each([
    ['https://lanterns.example/a', 'https://lanterns.example'],
    ['http://localhost:8080', 'http://localhost:8080'],
    ['http://[::1]:80/', 'http://[::1]'],
    ['https://b\u00fccher.example', 'https://xn--bcher-kva.example'],
  ])('%s', (address, origin) => expect(policyOrigin(address)).toBe(origin));

  it.each(['', 'nowhere', 'javascript:1', 'data:,', 'https://a;script-src.example', "https://a'b.example"])(
    'is null for %j, which a policy could not contain',
    (address) => expect(policyOrigin(address)).toBeNull(),
  );
});
