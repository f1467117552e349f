import { isFromElsewhere } from './form-origin.rules';

const OURS = 'https://api.example.test';

describe('a form', () => {
  it.each([
    [{}],
    [{ origin: 'null' }],
    [{ origin: OURS }],
    [{ origin: 'null', 'sec-fetch-site': 'same-origin' }],
    [{ origin: OURS, 'sec-fetch-site': 'same-origin' }],
    [{ 'sec-fetch-site': 'none' }],
  ])('may come from us: %j', (headers) => expect(isFromElsewhere(headers, OURS)).toBe(false));

  it.each([
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'same-site' }],
    [{ 'sec-fetch-site': 'Same-Origin' }],
    [{ 'sec-fetch-site': '' }],
    [{ origin: OURS, 'sec-fetch-site': 'cross-site' }],
    [{ origin: 'null', 'sec-fetch-site': 'same-site' }],
    [{ origin: 'https://evil.example' }],
    [{ origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' }],
    [{ origin: `${OURS}.evil.example` }],
    [{ origin: 'http://api.example.test' }],
    [{ origin: '' }],
  ])('comes from elsewhere: %j', (headers) => expect(isFromElsewhere(headers, OURS)).toBe(true));
});
