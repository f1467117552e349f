import {
  hostedPagesHint,
  isLoopbackHost,
  loopbackHint,
  printableOrigin,
  untrustedHint,
} from './origin-hints.rules';

describe('an origin', () => {
  it.each([
    ['http://localhost:5173', 'http://localhost:5173'],
    ['https://www.tincomets.example/join?key=x', 'https://www.tincomets.example'],
    ['http://[::1]:8080', 'http://[::1]:8080'],
    ['http://ünter.example', 'http://xn--nter-zra.example'],
  ])('%s is printed as %s', (text, printed) => expect(printableOrigin(text)).toBe(printed));

  it.each([
    'null',
    '',
    'file:///etc/passwd',
    'http://$(reboot).example',
    'http://a`reboot`.example',
    'http://a;reboot',
    "http://a'b.example",
    'http://a&b.example',
    'http://a.example\u001b[31m',
    undefined,
  ])('%j is not printed', (text) => expect(printableOrigin(text)).toBeNull());
});

describe('the hint about an untrusted origin', () => {
  it('contains the command that trusts it', () => {
    expect(untrustedHint('http://localhost:4000', 'demo-tin-comets')).toMatch(
      /: npx fanclub trust demo-tin-comets http:\/\/localhost:4000$/,
    );
  });

  it('contains no key that is unsafe in a shell', () => {
    expect(untrustedHint('http://localhost:4000', 'a; reboot')).toMatch(/trust KEY http/);
  });
});

describe('the hint about two loopback names', () => {
  it.each([
    ['http://127.0.0.1:5173', 'localhost:3000', 'http://localhost:5173', 'http://127.0.0.1:3000'],
    ['http://localhost:5173', '127.0.0.1:3000', 'http://127.0.0.1:5173', 'http://localhost:3000'],
    ['http://localhost', '[::1]:3000', 'http://[::1]', 'http://localhost:3000'],
  ])('names the address to use for a page of %s that calls %s', (origin, host, page, service) => {
    expect(loopbackHint(origin, host)).toContain(
      `Open the page at ${page}, or call the service at ${service}`,
    );
  });

  it.each([
    ['http://localhost:5173', 'localhost:3000'],
    ['http://127.0.0.1:5173', '127.0.0.1:3000'],
    ['https://www.tincomets.example', 'localhost:3000'],
    ['http://localhost:5173', 'api.tincomets.example'],
    ['http://localhost:5173', ''],
    ['http://localhost:5173', undefined],
    ['http://localhost:5173', 'a b'],
    ['', 'localhost:3000'],
  ])('is absent for a page of %j that calls %j', (origin, host) => {
    expect(loopbackHint(origin, host)).toBeNull();
  });
});

describe('the hint about the host name of the hosted pages', () => {
  it('names the addresses to use', () => {
    expect(hostedPagesHint('http://127.0.0.1:8080', '127.0.0.1:3000', 'http://localhost:3000')).toMatch(
      /Open the page at http:\/\/localhost:8080, and call the service at http:\/\/localhost:3000$/,
    );
  });

  it.each([
    ['http://localhost:8080', 'localhost:3000', 'http://localhost:3000'],
    ['http://127.0.0.1:8080', '127.0.0.1:3000', 'http://127.0.0.1:3000'],
    ['http://127.0.0.1:8080', '127.0.0.1:3000', 'https://members.example'],
    ['https://www.tincomets.example', '127.0.0.1:3000', 'http://localhost:3000'],
    ['http://127.0.0.1:8080', undefined, 'http://localhost:3000'],
  ])('is absent for a page of %j that calls %j while they are at %j', (origin, host, publicUrl) => {
    expect(hostedPagesHint(origin, host, publicUrl)).toBeNull();
  });
});

describe('a loopback name', () => {
  it.each(['localhost', 'localhost:3000', 'LOCALHOST:3000', '127.0.0.1:80', '[::1]', '[::1]:3000'])(
    'is %s',
    (host) => expect(isLoopbackHost(host)).toBe(true),
  );
  it.each([
    '',
    'localhost.example',
    '127.0.0.1.example:3000',
    '10.0.0.1',
    'user@localhost',
    '0.0.0.0',
    'a b',
  ])('is not %j', (host) => expect(isLoopbackHost(host)).toBe(false));
});
