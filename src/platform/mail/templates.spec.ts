import fc from 'fast-check';
import '../../domains';
import { allVariables, type MailKind, MAILS } from './mail-kinds';
import { expiryOf, greetable, type MailVariables, renderMail } from './templates';
import { defaultWording, type Wording } from './wording';
import { examples, it, itInBoth } from '../../../test/suite/form';

const LINK = 'https://api.example.test/fanclubs/1/confirm?token=a&b=c';
const variables = (
  changes: Partial<MailVariables> = {},
  kind: MailKind = 'confirm_address',
): MailVariables => ({
  fanclub: {
    name: 'The Tin Comets',
    site_url: 'https://comets.example',
    support_email: 'help@comets.example',
    logo_url: null,
  },
  first_name: 'Ada',
  link: LINK,
  expires: expiryOf(kind),
  ...allVariables(MAILS.get(kind).sample ?? {}),
  ...changes,
});
const escaped = (text: string): string =>
  text.replace(
    /[&<>"']/g,
    (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&#34;', "'": '&#39;' })[sign]!,
  );
const worded = (wording: Partial<Wording>): Wording => ({ ...defaultWording('confirm_address'), ...wording });

describe.each(MAILS.names())('the default wording of %s', (kind) => {
  const { subject, text, html } = renderMail(defaultWording(kind), variables({}, kind));

  it('names the sender, the recipient and the support address in both parts', () => {
    expect(subject).toContain('The Tin Comets');
    for (const part of [text, html])
      for (const said of ['Hello Ada,', 'The Tin Comets', 'https://comets.example', 'help@comets.example'])
        expect(part).toContain(said);
  });

  it('prints the link unchanged: in the text, and twice in the HTML', () => {
    expect(text).toContain(`\n${LINK}\n`);
    expect(html.split(`href="${escaped(LINK)}"`)).toHaveLength(3);
    expect(html).toContain(`>${escaped(LINK)}</a>`);
  });

  it('has the same sentences in both parts', () => {
    const words = (part: string) =>
      part.replace(/<title>.*<\/title>|<[^>]*>/g, ' ').match(/[A-Za-z']{3,}/g) ?? [];
    const inHtml = new Set(words(html.replaceAll('&#39;', "'")));
    expect(words(text).filter((word) => !inHtml.has(word))).toEqual([]);
  });

  it('greets without a name if there is none', () => {
    const nameless = renderMail(defaultWording(kind), variables({ first_name: null }, kind));
    for (const part of [nameless.text, nameless.html]) expect(part).toContain('Hello,');
  });

  it('states the lifetime of the link', () => {
    const expires = expiryOf(kind);
    expect(text.includes('The link works for')).toBe(expires !== '');
    if (expires) for (const part of [text, html]) expect(part).toContain(`works for ${expires}`);
  });

  itInBoth('prints no variable as mark-up, and keeps the subject on one line', () => {
    const anything = fc.string({ unit: 'binary' });
    const nasty = fc.constantFrom(
      '<script>',
      '"><img src=x onerror=1>',
      "' onclick='",
      '{{ link }}',
      '{% raw %}',
      '\r\nBcc: x@y.z',
    );
    const written = fc.oneof(
      anything,
      nasty,
      fc.tuple(anything, nasty, anything).map((parts) => parts.join('')),
    );
    const bare = html.replace(/[^<>"]/g, '');
    fc.assert(
      fc.property(written, written, (name, club) => {
        const fanclub = { ...variables().fanclub, name: club };
        const mail = renderMail(defaultWording(kind), variables({ first_name: name, fanclub }, kind));
        expect(mail.html.replace(/[^<>"]/g, '')).toBe(bare);
        expect(mail.subject).not.toMatch(/[\r\n\u2028\u2029]/);
        expect(mail.text).toContain(LINK);
      }),
      { numRuns: examples(100) },
    );
  });
});

describe('a fan club’s own wording', () => {
  it('cannot print a value unescaped', () => {
    expect(() => renderMail(worded({ html: '{{ first_name | raw }}' }), variables())).toThrow(
      'undefined filter: raw',
    );
    const html =
      '{% assign x = first_name %}{{ x }}{% echo first_name %}{% cycle first_name %}{{ first_name | append: "<b>" }}';
    const mail = renderMail(worded({ html }), variables({ first_name: '<i>' }));
    expect(mail.html).toBe('&lt;i&gt;&lt;i&gt;&lt;i&gt;&lt;i&gt;&lt;b&gt;');
  });

  it.each([
    ['an unknown variable', '{{ frist_name }}'],
    ['an unknown filter', '{{ link | sparkle }}'],
    ['an unclosed tag', '{% if first_name %}'],
    ['another file', "{% include '/etc/passwd' %}"],
    ['another file as layout', "{% layout '../../package.json' %}"],
    ['another file to render', "{% render 'package.json' %}"],
    ['what objects inherit', '{{ fanclub.constructor }}'],
    [
      'work without end',
      '{% for i in (1..100000000) %}{% for j in (1..100000000) %}x{% endfor %}{% endfor %}',
    ],
    [
      'memory without end',
      "{% assign x = 'xxxxxxxxxxxxxxxx' %}{% for i in (1..40) %}{% assign x = x | append: x %}{% endfor %}{{ x }}",
    ],
    ['a template without end', 'x'.repeat(200_001)],
  ])('is refused for %s', (_, text) => {
    expect(() => renderMail(worded({ text }), variables())).toThrow();
  });
});

describe('greetable', () => {
  it.each([
    ['Ada', 'Ada'],
    ['  Ada \n King ', 'Ada King'],
    ['D’Arcy-Jón', 'D’Arcy-Jón'],
    ['J. R.', 'J. R.'],
    [' ', null],
    [null, null],
    ['Win at evil.example now', null],
    ['https://evil.example', null],
    ['write to me@x', null],
    ['x'.repeat(51), null],
  ])('turns %j into the name %j', (given, name) => {
    expect(greetable(given)).toBe(name);
  });
});
