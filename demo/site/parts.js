import { h } from './dom.js';
import { safeHtml } from './safe-html.js';
import { stampOf } from './format.js';

/** A picture of `art/`. It is decoration unless it gets a text. */
export const art = (name, width, height, alt = '') =>
  h('img', { src: `art/${name}.svg`, width, height, alt, class: `art-${name}` });

/** A date as a stamped disc. */
export function stamp(text, timeZone) {
  const { day, month } = stampOf(text, timeZone);
  return h('span', { class: 'disc', 'aria-hidden': 'true' }, h('b', {}, day), h('i', {}, month));
}

/** A word as an embossed strip: a state, a tag, a code. */
export const strip = (words, kind = '') => h('span', { class: `strip ${kind}` }, words);

/** Tags, as the staff spells them. */
export const hashtags = (tags) => tags.map((tag) => h('span', { class: 'tag-word' }, `#${tag}`));

/** The HTML of the fan club's staff, made safe. */
export const prose = (html) => html && h('div', { class: 'prose' }, safeHtml(html));

/** Names and values. Values that are missing are left out, with their names. */
export const facts = (pairs, kind = '') =>
  h('dl', { class: `facts ${kind}` }, [
    pairs
      .filter(([, value]) => value)
      .map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, value))),
  ]);

/** A code that a click copies. */
export function code(text) {
  const told = h('span', { class: 'sr-only', role: 'status' });
  const button = h('button', { type: 'button', class: 'code', onclick: copy }, [
    h('span', {}, text),
    h('small', {}, 'Copy'),
  ]);
  async function copy() {
    const worked = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
    button.lastChild.textContent = worked ? 'Copied' : 'Select';
    told.textContent = worked ? 'The code is copied.' : `The code is ${text}.`;
  }
  return h('span', { class: 'code-box' }, button, told);
}

const MEMBER_PAGES = [
  ['/card', 'Card'],
  ['/orders', 'Orders'],
  ['/shipping', 'Shipping'],
  ['/account', 'Account'],
  ['/logout', 'Log out'],
];

/** The menu of the member's pages. */
export const memberMenu = (current) =>
  h('nav', { class: 'tabs', 'aria-label': 'Your membership' }, [
    h('ul', {}, [
      MEMBER_PAGES.map(([path, words]) =>
        h('li', {}, h('a', { href: `#${path}`, 'aria-current': path === current && 'page' }, words)),
      ),
    ]),
  ]);
