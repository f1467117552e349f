import fc from 'fast-check';
import type { IncomingHttpHeaders } from 'node:http';
import {
  decisiveOrigin,
  judgeOrigin,
  judgePageOrigin,
  ownOrigins,
  trustedOrigins,
  websiteOrigin,
} from './origin.rules';

const OWN = 'https://api.example.test';
const CLUB = 'https://www.club.example';
const LOCAL = 'http://localhost:8080';
const LISTED = [OWN, CLUB, LOCAL, 'https://xn--bcher-kva.example', 'http://[::1]:8080', 'http://127.0.0.1'];
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64)';

const judge = (headers: IncomingHttpHeaders, method = 'GET') => judgeOrigin({ method, headers }, LISTED);

const PROVEN = { trusted: true, proof: true };
const TRUSTED = { trusted: true, proof: false };
const UNTRUSTED = { trusted: false, proof: false };

describe('an Origin', () => {
  it.each([
    [CLUB],
    ['HTTPS://WWW.Club.EXAMPLE'],
    ['https://www.club.example:443'],
    [LOCAL],
    [OWN],
    ['https://xn--bcher-kva.example'],
    ['https://XN--BCHER-KVA.example'],
    ['http://[::1]:8080'],
    ['http://127.0.0.1'],
    ['http://127.0.0.1:80'],
  ])('is trusted and proven: %s', (origin) => expect(judge({ origin })).toEqual(PROVEN));

  it.each([
    ['null'],
    [''],
    [' '],
    ['*'],
    ['undefined'],
    ['http://www.club.example'],
    ['https://club.example'],
    ['https://www.club.example.'],
    ['https://www.club.example:80'],
    ['https://www.club.example:8443'],
    ['https://www.club.example:0443'],
    ['https://www.club.example:'],
    ['https://www.club.example/'],
    ['https://www.club.example/path'],
    ['https://www.club.example?'],
    ['https://www.club.example#'],
    ['https://www.club.example '],
    [' https://www.club.example'],
    ['https://www.club.example\t'],
    ['https:\\\\www.club.example'],
    ['https:www.club.example'],
    ['https:///www.club.example'],
    ['//www.club.example'],
    ['www.club.example'],
    ['https://www.club.example.evil.example'],
    ['https://evilwww.club.example'],
    ['https://evil.www.club.example'],
    ['https://www.club.example@evil.example'],
    ['https://user@www.club.example'],
    ['https://user:secret@www.club.example'],
    ['https://@www.club.example'],
    ['https://evil.example\\@www.club.example'],
    ['https://www.club.example\\.evil.example'],
    ['https://www%2Eclub.example'],
    ['https://www.club.example%00.evil.example'],
    ['https://www.club\u3002example'],
    ['https://ｗｗｗ.club.example'],
    ['https://bücher.example'],
    ['https://www.club.exampl\u0435'],
    [`${CLUB}, ${CLUB}`],
    [`${CLUB} ${CLUB}`],
    [`${CLUB},https://evil.example`],
    ['blob:https://www.club.example/0c9e'],
    ['view-source:https://www.club.example'],
    ['ftp://www.club.example'],
    ['ws://localhost:8080'],
    ['file://'],
    ['chrome-extension://abcdefgh'],
    ['http://2130706433'],
    ['http://0x7f.1'],
    ['http://127.1'],
    ['http://[0:0:0:0:0:0:0:1]:8080'],
    ['http://localhost:8081'],
    ['http://localhost'],
    ['https://localhost:8080'],
    [`https://${'a'.repeat(8192)}.www.club.example`],
    [`${CLUB}/${'a'.repeat(8192)}`],
  ])('is not trusted: %j', (origin) => {
    for (const more of [{}, { referer: `${CLUB}/` }, { 'sec-fetch-site': 'same-origin' }]) {
      expect(judge({ origin, ...more })).toEqual(UNTRUSTED);
      expect(judge({ origin, ...more }, 'POST')).toEqual(UNTRUSTED);
    }
  });

  it('takes precedence over all other headers', () => {
    const headers = { origin: CLUB, referer: 'https://evil.example/', 'sec-fetch-site': 'cross-site' };
    expect(judge(headers)).toEqual(PROVEN);
    expect(judge(headers, 'POST')).toEqual(PROVEN);
  });

  it('is not trusted if no fan club lists it', () => {
    expect(judgeOrigin({ method: 'GET', headers: { origin: CLUB } }, [])).toEqual(UNTRUSTED);
  });
});

describe('the origins of the service', () => {
  it.each([
    ['https://api.example.test', ['https://api.example.test']],
    ['https://api.example.test:8443/below', ['https://api.example.test:8443']],
    ['http://localhost:3000', ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000']],
    ['http://127.0.0.1:3000/below', ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000']],
    ['http://[::1]', ['http://localhost', 'http://127.0.0.1', 'http://[::1]']],
    ['https://localhost', ['https://localhost', 'https://127.0.0.1', 'https://[::1]']],
    ['http://localhost.example:3000', ['http://localhost.example:3000']],
    ['http://127.0.0.2:3000', ['http://127.0.0.2:3000']],
  ])('at %s are %j', (publicUrl, origins) => expect(ownOrigins(publicUrl)).toEqual(origins));
});

describe('the origins that a fan club trusts', () => {
  it.each([
    ['https://lanterns.example', 'https://lanterns.example'],
    ['https://Lanterns.example:443/fans?a=b#c', 'https://lanterns.example'],
    ['http://localhost:8080/', 'http://localhost:8080'],
    ['https://bücher.example/', 'https://xn--bcher-kva.example'],
  ])('are the listed ones, and that of its website: %s', (siteUrl, origin) => {
    expect(trustedOrigins({ trustedDomains: [CLUB], siteUrl })).toEqual([CLUB, origin]);
  });

  it.each(['', 'lanterns.example', 'mailto:fans@lanterns.example', 'file:///site'])(
    'do not include an invalid website: %j',
    (siteUrl) => expect(trustedOrigins({ trustedDomains: [CLUB], siteUrl })).toEqual([CLUB]),
  );
});

describe('without Origin', () => {
  it.each<[string, IncomingHttpHeaders, object]>([
    ['the own site', { 'sec-fetch-site': 'same-origin' }, PROVEN],
    ['the visitor', { 'sec-fetch-site': 'none' }, TRUSTED],
    ['the visitor, with any Referer', { 'sec-fetch-site': 'none', referer: `${CLUB}/` }, TRUSTED],
    [
      'the own site, with any Referer',
      { 'sec-fetch-site': 'same-origin', referer: 'https://evil.example/' },
      PROVEN,
    ],
    ['a trusted page elsewhere', { 'sec-fetch-site': 'cross-site', referer: `${CLUB}/a?b#c` }, PROVEN],
    ['a trusted page of the same site', { 'sec-fetch-site': 'same-site', referer: CLUB }, PROVEN],
    [
      'an untrusted page elsewhere',
      { 'sec-fetch-site': 'cross-site', referer: 'https://evil.example/' },
      UNTRUSTED,
    ],
    ['a sibling', { 'sec-fetch-site': 'same-site', referer: 'https://other.example.test/' }, UNTRUSTED],
    ['another site without a Referer', { 'sec-fetch-site': 'cross-site' }, UNTRUSTED],
    ['a sibling site without a Referer', { 'sec-fetch-site': 'same-site' }, UNTRUSTED],
    ['a browser with an unknown Sec-Fetch-Site', { 'sec-fetch-site': 'same-party' }, UNTRUSTED],
    [
      'a browser with two values of Sec-Fetch-Site',
      { 'sec-fetch-site': 'same-origin, cross-site' },
      UNTRUSTED,
    ],
    ['a browser with an empty Sec-Fetch-Site', { 'sec-fetch-site': '' }, UNTRUSTED],
    ['an old browser on a trusted page', { referer: `${CLUB}/page`, 'user-agent': BROWSER }, PROVEN],
    ['an old browser on another', { referer: 'https://evil.example/', 'user-agent': BROWSER }, UNTRUSTED],
    ['an old browser without a Referer', { 'user-agent': BROWSER }, TRUSTED],
    ['curl', { 'user-agent': 'curl/8.0' }, PROVEN],
    ['a client without a user agent', {}, PROVEN],
    ['a client that names a browser later in its user agent', { 'user-agent': 'App Mozilla/5.0' }, PROVEN],
  ])('a GET of %s', (_, headers, verdict) => expect(judge(headers)).toEqual(verdict));

  it.each<[string, IncomingHttpHeaders, object]>([
    ['the own site', { 'sec-fetch-site': 'same-origin' }, PROVEN],
    [
      'a trusted page elsewhere, by Referer alone',
      { 'sec-fetch-site': 'cross-site', referer: CLUB },
      UNTRUSTED,
    ],
    ['an old browser on a trusted page', { referer: CLUB, 'user-agent': BROWSER }, PROVEN],
    ['an old browser on another', { referer: 'https://evil.example/', 'user-agent': BROWSER }, UNTRUSTED],
    ['a server', {}, PROVEN],
  ])('a POST of %s', (_, headers, verdict) => expect(judge(headers, 'POST')).toEqual(verdict));

  it.each([
    [''],
    ['/'],
    ['https:///www.club.example/'],
    ['https://www.club.example@evil.example/'],
    ['https://user@www.club.example/'],
    ['https://evil.example/https://www.club.example/'],
    ['https://evil.example?https://www.club.example/'],
    ['https://evil.example#https://www.club.example/'],
    ['https://evil.example\\@www.club.example/'],
    ['https://www.club.example\\.evil.example/'],
    ['https://www.club.example./'],
    ['https://www.club.example.evil.example/'],
    ['http://www.club.example/'],
    ['data:text/html,https://www.club.example/'],
    ['about:blank'],
    [`https://${'a'.repeat(8192)}.example/`],
  ])('the Referer is not trusted: %j', (referer) => {
    expect(judge({ referer })).toEqual(UNTRUSTED);
    expect(judge({ referer, 'sec-fetch-site': 'cross-site' })).toEqual(UNTRUSTED);
  });
});

describe('the proof', () => {
  it.each(['script', 'empty'])('holds for the destination %s', (destination) => {
    expect(judge({ referer: CLUB, 'sec-fetch-dest': destination })).toEqual(PROVEN);
  });

  it.each(['image', 'document', 'iframe', 'style', 'video', ''])(
    'is missing for the destinations of content that trusted pages may embed: %j',
    (destination) => {
      for (const by of [{ referer: CLUB }, { origin: CLUB }, { 'sec-fetch-site': 'same-origin' }]) {
        expect(judge({ ...by, 'sec-fetch-dest': destination })).toEqual(TRUSTED);
      }
    },
  );
});

describe('a hosted page', () => {
  const open = (headers: IncomingHttpHeaders, method: string) =>
    judgePageOrigin({ method, headers }, [OWN]).trusted;
  const FOLLOWED = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };

  it.each([
    [{}],
    [{ origin: 'null' }],
    [{ origin: OWN }],
    [{ origin: 'null', 'sec-fetch-site': 'same-origin' }],
    [{ origin: OWN, 'sec-fetch-site': 'same-origin' }],
    [{ 'sec-fetch-site': 'none' }],
    [{ referer: 'https://evil.example/' }],
  ])('accepts a GET and a form with %j', (headers) => {
    expect([open(headers, 'GET'), open(headers, 'POST')]).toEqual([true, true]);
  });

  it.each([['cross-site'], ['same-site']])('accepts links from pages that are %s, but no forms', (site) => {
    const headers = { ...FOLLOWED, 'sec-fetch-site': site };
    expect([open(headers, 'GET'), open(headers, 'POST')]).toEqual([true, false]);
  });

  it.each([
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'same-site' }],
    [{ 'sec-fetch-site': 'Same-Origin' }],
    [{ 'sec-fetch-site': '' }],
    [{ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }],
    [{ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' }],
    [{ origin: OWN, 'sec-fetch-site': 'cross-site' }],
    [{ origin: 'null', 'sec-fetch-site': 'same-site' }],
    [{ origin: 'https://evil.example' }],
    [{ origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' }],
    [{ origin: 'https://evil.example', 'sec-fetch-site': 'cross-site', ...FOLLOWED }],
    [{ origin: CLUB }],
    [{ origin: `${OWN}.evil.example` }],
    [{ origin: 'http://api.example.test' }],
    [{ origin: '' }],
  ])('uses no session for a GET or a form with %j', (headers) => {
    expect([open(headers, 'GET'), open(headers, 'POST')]).toEqual([false, false]);
  });
});

describe('a hosted page where PUBLIC_URL is on a loopback name', () => {
  it.each([
    ['http://localhost:3000', true],
    ['http://127.0.0.1:3000', true],
    ['http://[::1]:3000', true],
    ['http://127.0.0.1:3001', false],
  ])('accepts forms of its own origins: %s %s', (origin, trusted) => {
    const own = ownOrigins('http://localhost:3000');
    expect(judgePageOrigin({ method: 'POST', headers: { origin } }, own).trusted).toBe(trusted);
  });
});

describe('for arbitrary requests', () => {
  const word = fc.oneof(
    fc.constantFrom(...LISTED, `${CLUB}/`, `${LOCAL}/page`, 'null', 'https://evil.example', 'same-origin'),
    fc.webUrl({ withQueryParameters: true }),
    fc.string(),
  );
  const headers = fc.record(
    {
      origin: word,
      referer: word,
      'sec-fetch-site': fc.oneof(fc.constantFrom('same-origin', 'same-site', 'cross-site', 'none'), word),
      'sec-fetch-dest': fc.constantFrom('script', 'empty', 'image', 'document'),
      'user-agent': fc.constantFrom(BROWSER, 'curl/8.0'),
    },
    { requiredKeys: [] },
  );
  const method = fc.constantFrom('GET', 'POST', 'HEAD', 'OPTIONS');

  it('an Origin is trusted only if it is a listed one, except for letter case and default port', () => {
    fc.assert(
      fc.property(headers, method, word, (others, by, origin) => {
        const { trusted } = judge({ ...others, origin }, by);
        const plain = origin.toLowerCase().replace(/^(https:.*):443$|^(http:.*):80$/, '$1$2');
        expect(trusted).toBe(LISTED.includes(plain));
      }),
      { numRuns: 1000 },
    );
  });

  it('a trusted origin with one changed character is not trusted', () => {
    const change = fc.tuple(fc.nat(60), fc.string({ unit: 'binary', maxLength: 2 }), fc.boolean());
    fc.assert(
      fc.property(fc.constantFrom(...LISTED), change, (origin, [at, text, insert]) => {
        const index = at % origin.length;
        const changed = origin.slice(0, index) + text + origin.slice(insert ? index : index + 1);
        fc.pre(changed.toLowerCase() !== origin && !LISTED.includes(changed.toLowerCase()));
        const isDefaultPort = /^https:.*:443$|^http:[^:]*:[^:]*:80$/.test(changed);
        fc.pre(!isDefaultPort);
        expect(judge({ origin: changed })).toEqual(UNTRUSTED);
      }),
      { numRuns: 5000 },
    );
  });

  it('a page of another site is trusted only if the deciding origin is listed', () => {
    fc.assert(
      fc.property(headers, method, (sent, by) => {
        const verdict = judge(sent, by);
        const origin = decisiveOrigin({ method: by, headers: sent });
        if (origin !== undefined) expect(verdict.trusted).toBe(origin !== null && LISTED.includes(origin));
        else if (verdict.trusted)
          expect([undefined, 'none', 'same-origin']).toContain(sent['sec-fetch-site']);
        if (verdict.proof) expect(verdict.trusted).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it('an accepted origin is in the spelling of browsers', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          word,
          fc.webAuthority().map((host) => `https://${host}`),
        ),
        (text) => {
          const origin = websiteOrigin(text);
          if (origin === null) return;
          expect(new URL(origin).origin).toBe(origin);
          expect(websiteOrigin(origin)).toBe(origin);
        },
      ),
    );
  });
});
