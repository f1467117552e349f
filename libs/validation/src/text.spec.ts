import { isBlank, isEmailAddress, isMissing } from './text';

describe('isBlank', () => {
  it.each([undefined, null, '', ' \t\n', 7, {}, ['x']])('is true of %j', (value) =>
    expect(isBlank(value)).toBe(true),
  );
  it.each(['x', ' x ', '0'])('is false of %j', (value) => expect(isBlank(value)).toBe(false));
});

describe('isMissing', () => {
  it.each([undefined, null, '', ' \t\n'])('is true of %j', (value) => expect(isMissing(value)).toBe(true));
  it.each(['x', 0, 7, false, true, [], {}])('is false of %j', (value) =>
    expect(isMissing(value)).toBe(false),
  );
});

describe('isEmailAddress', () => {
  it.each(['ada@x.example', ' ada@x.example\n', 'a+b@x.example', `${'a'.repeat(60)}@x.example`])(
    'takes %j',
    (value) => expect(isEmailAddress(value)).toBe(true),
  );
  it.each([
    undefined,
    7,
    ['ada@x.example'],
    '',
    'ada',
    'ada@',
    '@x.example',
    'ada@x',
    'a da@x.example',
    'ada@x.example\0',
    '"a\0b"@x.example',
    '"a\nb"@x.example',
    'a\ud800@x.example',
    'a\u200bda@x.example',
    'ada\u202e@x.example',
    'ada@x\u00ad.example',
    'a\u0085da@x.example',
    'Ada <ada@x.example>',
    `ada@${'x.'.repeat(130)}example`,
  ])('is false of %j', (value) => expect(isEmailAddress(value)).toBe(false));
});
