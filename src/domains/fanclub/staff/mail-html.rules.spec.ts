import { DEFAULT_WORDING, MAIL_KINDS } from '#platform/mail';
import { faultOfMailHtml } from './mail-html.rules';

it.each(MAIL_KINDS)('the default of %s is in order', (kind) => {
  expect(faultOfMailHtml(DEFAULT_WORDING[kind].html)).toBeNull();
});

it.each([
  ['<a href="{{ link }}">Go</a><img src="https://x.example/logo.png" style="width:2em">', null],
  ['<style>p { color: red }</style><a href=" {{link}} ">{{ link }}</a>', null],
  ['<img src="https://x.example/?{{ link }}">', 'must not contain {{ … }} in the attribute src'],
  [
    '<p style="background:url(https://x.example/{{ link }})">',
    'must not contain {{ … }} in the attribute style',
  ],
  ['<a href="https://x.example/?{{ link }}">', 'must have {{ link }} as the whole address of a link'],
  ['<a href="{{ link | url_encode }}">', 'must have {{ link }} as the whole address of a link'],
  ['{% capture x %}<IMG SRC=https://x/{{link}}>{% endcapture %}', /attribute src/],
  ['<p onclick="x()">', 'must not contain the attribute onclick'],
  ['<script>x()</script>', 'must not contain <script>'],
  ['<form action="https://x.example">', 'must not contain <form>'],
])('%s', (html, fault) => {
  const found = faultOfMailHtml(html);
  if (fault instanceof RegExp) expect(found).toMatch(fault);
  else expect(found).toBe(fault);
});
