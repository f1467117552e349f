import { isOtherSite } from './sites.ts';

describe('the site of a service', () => {
  it.each([
    ['fans.example', 'fans.example', false],
    ['api.fans.example', 'www.fans.example', false],
    ['fans.example', 'www.fans.example', false],
    ['api.provider.example', 'www.fans.example', true],
    ['localhost', 'localhost', false],
    ['localhost', '127.0.0.1', true],
    ['10.0.0.1', '10.1.0.1', true],
    ['[::1]', '127.0.0.1', true],
    ['a.co.uk', 'b.co.uk', true],
    ['api.a.co.uk', 'www.a.co.uk', false],
  ])('%s is another one for a page of %s: %s', (service, page, expected) => {
    expect(isOtherSite(service, page)).toBe(expected);
  });
});
