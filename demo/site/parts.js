import { h } from './dom.js';
import { safeHtml } from './safe-html.js';
import { discOf } from './format.js';

/** A picture of `art/`. It is decoration unless it gets a text. */
export const art = (name, width, height, alt = '') =>
  h('img', { src: `art/${name}.svg`, width, height, alt, class: `art-${name}` });

/** A date as a disc of tin. */
export function dateDisc(text, timeZone) {
  const { day, month } = discOf(text, timeZone);
  return h('span', { class: 'date-disc', 'aria-hidden': 'true' }, h('b', {}, day), h('i', {}, month));
}

/** A state in a word or two. */
export const badge = (words, kind = '') => h('span', { class: `badge ${kind}` }, words);

/** Tags, as the staff spells them. */
export const hashtags = (tags) => tags.map((tag) => h('span', { class: 'hashtag' }, `#${tag}`));

/** The HTML of the fan club's staff, made safe. */
export const prose = (html) => html && h('div', { class: 'prose' }, safeHtml(html));

/** Names and values. Values that are missing are left out, with their names. */
export const facts = (pairs, kind = '') =>
  h('dl', { class: `facts ${kind}` }, [
    pairs
      .filter(([, value]) => value)
      .map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, value))),
  ]);

/** Whether the membership renews, and the page of the service that says what is charged when, stops it, and has the saved card. */
export const renewal = ({ auto_renewal_enabled }, links) => [
  h('p', {}, `Automatic renewal is ${auto_renewal_enabled ? 'on' : 'off'}.`),
  h('p', {}, h('a', { href: links.saved_card }, 'See, pay or stop your renewal, or change the card')),
];

/** The state of a parcel. The API says "Backordered" of every parcel that is not sent yet. */
export const parcelState = ({ status, issues = [] }) => {
  if (issues.length > 0) return 'Parcel is waiting for you';
  return status === 'Backordered' ? 'Parcel is being prepared' : status;
};

/** A code that a click copies. */
export function codeButton(code) {
  const status = h('span', { class: 'sr-only', role: 'status' });
  const label = h('small', {}, 'Copy');
  async function copy() {
    try {
      await navigator.clipboard.writeText(code);
      label.textContent = 'Copied';
      status.textContent = 'The code is copied.';
    } catch {
      label.textContent = 'Not copied';
      status.textContent = `The code could not be copied. It is ${code}.`;
    }
  }
  return h('span', { class: 'code-box' }, [
    h('button', { type: 'button', class: 'code', onclick: copy }, h('span', {}, code), label),
    status,
  ]);
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
