import * as fc from 'fast-check';
import { contrast, FONTS } from '#libs/look';
import '../../domains';
import { allVariables, type MailKind, MAILS } from './mail-kinds';
import { type MailLook, withLayout } from './mail-layout';
import { expiryOf, renderMail } from './templates';
import { defaultWording } from './wording';

const look = (changes: Partial<MailLook> = {}): MailLook => ({
  name: 'The Lanterns',
  siteUrl: 'https://lanterns.example/?a=1&b=2',
  logoUrl: null,
  accentColor: null,
  font: null,
  ...changes,
});
const mail = (html: string) => ({ subject: 'News & more', text: 'x', html });
const sent = (kind: MailKind, changes: Partial<MailLook> = {}): string =>
  withLayout(
    renderMail(defaultWording(kind), {
      fanclub: {
        name: 'The Lanterns',
        site_url: 'https://lanterns.example',
        support_email: 'a@x.example',
        logo_url: null,
      },
      first_name: 'Ada',
      link: 'https://x.example/?token=a&b=c',
      expires: expiryOf(kind),
      ...allVariables(MAILS.get(kind).sample ?? {}),
    }),
    look(changes),
  ).html;
const tags = (html: string): string[] => html.match(/<\/?[a-z!][^\s>]*/g) ?? [];
const styleOf = (html: string, tag: RegExp): string =>
  new RegExp(`<${tag.source}[^>]*`).exec(html)?.[0] ?? '';

it.each(MAILS.names())(
  'the default mail %s has name, colours and font of the club, and a dark form',
  (kind) => {
    const html = sent(kind, { accentColor: '#7a1f5c', font: 'slab' });
    expect(html).toContain('>The Lanterns</a></div>');
    expect(html).toContain(`font-family:${FONTS.slab}`);
    expect(styleOf(html, /div class="stub"/)).toContain('background:#7a1f5c');
    expect(styleOf(html, /a style="[^"]*background/)).toContain('background:#7a1f5c;color:#ffffff');
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    expect(html).toContain('@media (prefers-color-scheme:dark)');
  },
);

it('the logo replaces the name, with the name as its text', () => {
  const html = sent('receipt', { logoUrl: 'https://cdn.x.example/l.png?a="b"' });
  expect(html.match(/<img [^>]*>/g)).toEqual([
    expect.stringContaining('src="https://cdn.x.example/l.png?a=&#34;b&#34;" alt="The Lanterns"'),
  ]);
});

it('loads nothing but the logo', () => {
  for (const kind of MAILS.names())
    expect(sent(kind, { font: 'rounded', accentColor: '#ffe600' })).not.toMatch(
      /<img|<link|url\(|@import|@font-face/,
    );
});

it('every text is readable in both forms, whatever the colour is', () => {
  const color = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`);
  const [button, link, quiet] = [
    /a style="display[^"]*" class="button"/,
    /a style="color/,
    /p style="[^"]*" class="quiet"/,
  ];
  const colorIn = (style: string): string => /(?:^|[;"{])color:(#\w{6})/.exec(style)![1];
  const groundIn = (style: string): string => /background:(#\w{6})/.exec(style)![1];
  fc.assert(
    fc.property(color, (accentColor) => {
      const html = sent('confirm_address', { accentColor });
      const card = groundIn(styleOf(html, /div class="ticket"/));
      const filled = styleOf(html, button);
      expect(contrast(colorIn(filled), groundIn(filled))).toBeGreaterThanOrEqual(4.5);
      for (const tag of [link, quiet])
        expect(contrast(colorIn(styleOf(html, tag)), card)).toBeGreaterThanOrEqual(4.5);
      const dark = html.slice(html.indexOf('@media'), html.indexOf('</style>'));
      const rule = (name: string): string => dark.split('\n').find((line) => line.startsWith(`${name}{`))!;
      const darkCard = groundIn(rule('.ticket'));
      for (const name of ['.ground', 'a', '.quiet'])
        expect(contrast(colorIn(rule(name)), darkCard)).toBeGreaterThanOrEqual(4.5);
    }),
    { numRuns: 100, examples: [['#ffe600'], ['#14082b'], ['#ffffff'], ['#000000']] },
  );
});

it('the labels of a receipt keep their words whole on a phone', () => {
  expect(sent('receipt', {})).toMatch(/<td style="[^"]*overflow-wrap:break-word">Receipt number/);
});

describe('HTML of a fan club', () => {
  it('that is a part of a document gets the layout', () => {
    const { html } = withLayout(mail('<p>Hi</p><a class="button" href="https://x.example">Go</a>'), look());
    expect(html).toMatch(/^<!doctype html>/);
    expect(html).toContain('<title>News &#38; more</title>');
    expect(html).toMatch(/<a style="[^"]*padding[^"]*" class="button" href="https:\/\/x.example">Go<\/a>/);
  });

  it.each(['<!DOCTYPE html><p>Hi', '  <html><p>Hi'])(
    'that is a whole document stays as it is: %s',
    (html) => {
      expect(withLayout(mail(html), look()).html).toBe(html);
    },
  );

  it.each([
    ['<p style="color:#111">Hi</p>', false],
    ['<font color="#111">Hi</font>', false],
    ['<style>p{}</style>', false],
    ['<p>color = style=</p>', true],
  ])('keeps the light form if it has colours of its own: %s', (html, dark) => {
    expect(withLayout(mail(html), look()).html.includes('prefers-color-scheme')).toBe(dark);
  });

  it('keeps its own styles', () => {
    const own = '<a style="color:#111" href="https://x.example">Go</a>';
    expect(withLayout(mail(own), look()).html).toContain(own);
  });
});

it('no value of a fan club becomes mark-up', () => {
  const plain = tags(sent('receipt'));
  const nasty = `"><script>x</script>'<b>&`;
  const html = sent('receipt', { name: nasty, siteUrl: `https://x.example/${nasty}` });
  expect(tags(html)).toEqual(plain);
});
