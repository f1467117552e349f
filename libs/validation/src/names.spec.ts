import { hasInvisible, mixesScripts } from './text';

describe('hasInvisible', () => {
  it.each([
    ['zero width space', 'a\u200bda'],
    ['zero width joiner', 'a\u200dda'],
    ['right-to-left override', '\u202eada'],
    ['left-to-right mark', 'ada\u200e'],
    ['isolate', 'a\u2066d\u2069a'],
    ['soft hyphen', 'a\u00adda'],
    ['byte order mark', 'a\ufeffda'],
    ['tag character', 'ada\u{e0041}'],
    ['line break', 'a\nda'],
    ['escape', 'a\u001bda'],
    ['C1 control', 'a\u0085da'],
  ])('is true of a %s', (_, text) => expect(hasInvisible(text)).toBe(true));
  it.each(['', 'ada', 'Ада', 'Αδα', '👩 ada', 'a-d_a.1', 'ä é ß', 'a d a', 'نور', '歌'])(
    'is false of %j',
    (text) => expect(hasInvisible(text)).toBe(false),
  );
});

describe('mixesScripts', () => {
  it.each(['аda', 'adа', 'ada Ада', 'adα', 'éа', 'ａа'])('is true of %j', (text) =>
    expect(mixesScripts(text)).toBe(true),
  );
  it.each(['ada', 'Ада 1', 'Αδα-2', 'ada 歌', 'نور ada', '123', 'Адα', ''])('is false of %j', (text) =>
    expect(mixesScripts(text)).toBe(false),
  );
});
