import { fanclubInfo } from '#platform/access/viewer.fixtures';
import { callerNames, enabledProvider, firstGiven, presentedRequest } from './provider.rules';
import { SocialLoginUnsupported } from './social.errors';

const clubOf = (...names: string[]) =>
  fanclubInfo({ loginProviders: names.map((name) => ({ name, appId: 'app', loginPath: null })) });

describe('enabledProvider', () => {
  it.each([
    ['social', ['social'], 'social'],
    ['social', ['lanterns', 'social'], 'social'],
    ['social', ['lanterns', 'beacons'], 'lanterns'],
    ['beacons', ['lanterns', 'beacons'], 'beacons'],
  ])('finds %s among %j: %s', (name, names, found) => {
    expect(enabledProvider(clubOf(...names), name).name).toBe(found);
  });

  it.each([
    ['social', []],
    ['beacons', ['social', 'lanterns']],
    ['Social', ['social']],
    ['', ['social']],
    ['constructor', ['social']],
  ])('refuses %s among %j', (name, names) => {
    expect(() => enabledProvider(clubOf(...names), name)).toThrow(SocialLoginUnsupported);
  });
});

describe('callerNames', () => {
  it.each([
    ['social', [], ['social']],
    ['social', ['lanterns', 'beacons'], ['social', 'lanterns']],
    ['beacons', ['lanterns'], ['beacons']],
  ])('maps %s among %j to %j', (name, names, found) => {
    expect(callerNames(clubOf(...names), name)).toEqual(found);
  });

  it.each(['', 'Social', '1', 'a-b', 'social\0'])('refuses the name %j', (name) => {
    expect(() => callerNames(clubOf('social'), name)).toThrow(SocialLoginUnsupported);
  });
});

describe('presentedRequest', () => {
  const club = clubOf('lanterns', 'beacons');
  const presented = (body: Record<string, unknown>) => presentedRequest(body, club);

  it('returns the provider that the field name contains, even if it is unknown', () => {
    expect(presented({ social_signed_request: 'a.b' })).toEqual({ providerName: 'social', text: 'a.b' });
    expect(presented({ beacons_signed_request: 'a.b' })).toEqual({ providerName: 'beacons', text: 'a.b' });
    expect(presented({ email: 'x', other_2_signed_request: 'a.b' })).toEqual({
      providerName: 'other_2',
      text: 'a.b',
    });
  });

  it('prefers social, then the providers of the fan club', () => {
    const fields = { other_signed_request: 'o', beacons_signed_request: 'b', lanterns_signed_request: 'l' };
    expect(presented(fields)?.text).toBe('l');
    expect(presented({ ...fields, social_signed_request: 's' })?.text).toBe('s');
    expect(presented({ ...fields, social_signed_request: ' ', lanterns_signed_request: null })?.text).toBe(
      'b',
    );
  });

  it.each([
    [{}],
    [{ social_signed_request: '' }],
    [{ social_signed_request: ' \n' }],
    [{ social_signed_request: null }],
    [{ social_signed_request: ['a.b'] }],
    [{ signed_request: 'a.b' }],
    [{ Social_signed_request: 'a.b' }],
    [{ social_signed_request_x: 'a.b' }],
  ])('finds none in %j', (body) => expect(presented(body)).toBeNull());

  it('ignores inherited fields', () => {
    expect(presented(Object.create({ social_signed_request: 'a.b' }) as Record<string, unknown>)).toBeNull();
  });
});

describe('firstGiven', () => {
  it('skips absent, null and blank fields, and returns the next value of any type', () => {
    expect(firstGiven({ a: null, b: ' ', c: 7, d: 'x' }, ['z', 'a', 'b', 'c', 'd'])).toBe(7);
    expect(firstGiven({ toString: undefined }, ['toString'])).toBeUndefined();
    expect(firstGiven({}, ['a'])).toBeUndefined();
  });
});
