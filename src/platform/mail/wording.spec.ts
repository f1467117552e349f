import '../../domains';
import { renderMail } from './templates';
import { defaultWording, wordingOf } from './wording';

const NONE = { subject: null, text: null, html: null };
const VARIABLES = {
  fanclub: {
    name: 'Owls & Co',
    site_url: 'https://owls.example',
    support_email: 'help@owls.example',
    logo_url: null,
  },
  first_name: 'Ada',
  link: 'https://owls.example/x?a=1&b=2',
  expires: '7 days',
  payment: null,
};

it('a fan club without texts of its own uses the usual ones', () => {
  expect(wordingOf('reset_password', NONE)).toEqual(defaultWording('reset_password'));
  const subject = 'A new password';
  expect(wordingOf('reset_password', { ...NONE, subject })).toEqual({
    ...defaultWording('reset_password'),
    subject,
  });
});

it('a text of its own is sent as HTML, too, with a link that can be clicked', () => {
  const text =
    'Dear {% if first_name %}{{ first_name }}{% endif %}, 1 < 2 & more:\n\n{{ link }}\n{{fanclub.name}}\n';
  const { html } = renderMail(wordingOf('reset_password', { ...NONE, text }), VARIABLES);
  expect(html).toContain(
    'Dear Ada, 1 &lt; 2 &amp; more:<br>\n<br>\n<a href="https://owls.example/x?a=1&amp;b=2"',
  );
  expect(html).toContain('>https://owls.example/x?a=1&amp;b=2</a><br>\nOwls &amp; Co');
  expect(html).not.toContain('Or open this address');
});

it('HTML of its own is sent as it is', () => {
  const own = { ...NONE, text: '{{ link }}', html: '<a href="{{ link }}">Go</a>' };
  expect(wordingOf('reset_password', own)).toMatchObject({ text: own.text, html: own.html });
});
