import * as fc from 'fast-check';
import { elements, accessibilityFaults, texts, unescaped } from '../../test/support/page-html';
import { formView } from './form.rules';
import { formPage, notice } from './page';
import { type ClubView, PageViews } from './page-views';
import { newPasswordFields } from './account-fields';

const views = new PageViews();
const club = (facts: Partial<ClubView> = {}): ClubView => ({
  name: 'The Lanterns',
  siteUrl: 'https://lanterns.example',
  logoUrl: null,
  look: null,
  supportEmail: 'help@lanterns.example',
  privacy: '/fanclubs/1/privacy',
  terms: '/fanclubs/1/terms',
  ...facts,
});

const NASTY = `</title><script>alert("1")</script>'"&<img src=x onerror=alert(1)>{{ token }}{% raw %}`;
/** The tags of a page, without attributes and texts. */
const skeleton = (html: string): string[] => [...html.matchAll(/<\/?[a-z][a-z0-9]*/g)].map(([tag]) => tag);

describe('a view', () => {
  it('shows any name of a fan club unchanged', () => {
    const html = views.html(notice('Hello', ['Text']), club({ name: NASTY }), null);
    expect(skeleton(html)).toEqual(skeleton(views.html(notice('Hello', ['Text']), club(), null)));
    expect(texts(html, 'title')).toEqual([`Hello · ${NASTY}`.replace(/\s+/g, ' ')]);
    expect(accessibilityFaults(html)).toEqual([]);
  });

  it('escapes every value', () => {
    const plain = form('x', 'x', 'x');
    fc.assert(
      fc.property(text(), text(), text(), (name, problem, address) => {
        const html = form(name, problem, address);
        expect(skeleton(html)).toEqual(skeleton(plain));
        expect(elements(html, 'input').find((input) => input.name === 'email')?.value).toBe(address);
      }),
    );
  });

  it('fails for an undefined variable', () => {
    const broken = { ...notice('Hello', []), content: {} as never };
    expect(() => views.html(broken, club(), null)).toThrow('undefined variable');
  });

  it('has no header and footer without a fan club', () => {
    const html = views.html(notice('Page not found', ['Text']), null, null);
    expect(texts(html, 'title')).toEqual(['Page not found']);
    expect(elements(html, 'a')).toEqual([]);
    expect(accessibilityFaults(html)).toEqual([]);
  });

  it('reports problems in its title, and focuses them', () => {
    const html = form('The Lanterns', 'Email is odd', '');
    expect(texts(html, 'title')).toEqual(['Problem: Log in · The Lanterns']);
    const [summary] = elements(html, 'div').filter(({ id }) => id === 'problems');
    expect(summary).toMatchObject({ role: 'alert', tabindex: '-1', autofocus: '' });
  });

  it('contains the token only in its field', () => {
    const html = form('The Lanterns', '', '', 'the-token');
    expect(html.split('the-token')).toHaveLength(2);
    expect(elements(html, 'input')[0]).toMatchObject({ type: 'hidden', value: 'the-token' });
  });
});

describe('the reader of pages in tests', () => {
  it('reads entities as browsers do', () => {
    expect(unescaped('&lt;a href=&#34;x&#34;&gt; &amp;amp; &#39;')).toBe(`<a href="x"> &amp; '`);
  });

  it.each([
    ['a label for nothing', '<label for="b">B</label>'],
    ['a field without label', '<input type="text" id="a" autocomplete="off">'],
    [
      'a description that is not there',
      '<label for="a">A</label><input id="a" type="text" autocomplete="off" aria-describedby="c">',
    ],
    ['double ids', '<p id="a"></p><p id="a"></p>'],
    ['an image without text', '<img src="https://x.example/l.png">'],
    ['a script', '<script>1</script>'],
    ['an inline handler', '<p onclick="x">y</p>'],
    ['a link to nothing', '<a href="#gone">x</a>'],
    ['a link that runs', '<a href="javascript:x">x</a>'],
    ['a second heading', '<h1>Again</h1>'],
  ])('finds %s', (_, fault) => {
    const html = views.html(notice('Hello', []), club(), null);
    expect(accessibilityFaults(html)).toEqual([]);
    expect(accessibilityFaults(html.replace('</main>', `${fault}</main>`))).toHaveLength(1);
  });
});

function text(): fc.Arbitrary<string> {
  const pieces = ['<', '>', '"', "'", '&', '&lt;', '{{', '}}', '{%', '%}', '</p>', '<script>', '`', 'x', ' '];
  return fc
    .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'grapheme' })), { maxLength: 8 })
    .map((parts) => `x${parts.join('')}`)
    .filter((value) => !/&#?\w+;/.test(value.replace(/&lt;/g, '')));
}

function form(name: string, problem: string, address: string, token = 'token'): string {
  const fields = [
    { name: 'email', label: 'Email', type: 'email', autocomplete: 'username', value: address } as const,
    ...newPasswordFields('Password'),
  ];
  const content = {
    passwordReset: name,
    plans: 'https://x.example',
    register: '/register',
    hasMembership: false,
    ways: [],
  };
  const problems = { sentences: problem === '' ? [] : [problem] };
  return views.html(
    formPage('login', 'Log in', content, formView('Log in', fields, problems)),
    club({ name }),
    token,
  );
}
