import { fanclub } from './club.js';
import { fill, h } from './dom.js';
import { member, onMember } from './member.js';
import { markMenu, start } from './router.js';

/** Shows the entries of the main menu that depend on the visitor: "Join" or "Plans", and the log-in or the member's pages. */
async function showMember() {
  const item = document.getElementById('nav-member');
  const customer = await member().catch(() => null);
  const join = document.getElementById('nav-join');
  join.firstElementChild.textContent = customer?.subscription ? 'Plans' : 'Join';
  join.classList.toggle('nav-member', !customer?.subscription);
  const name = customer?.first_name || 'My card';
  const link = customer
    ? h('a', { href: '#/card', class: 'member-name', 'aria-label': `${name}: your membership` }, name)
    : h('a', { href: '#/login' }, 'Log in');
  if (item.textContent === link.textContent) return;
  fill(item, link);
  markMenu();
}

async function showLinks() {
  const { links } = await fanclub();
  fill(document.getElementById('bottom-links'), [
    h('li', {}, h('a', { href: links.legals.privacy }, 'Privacy')),
    h('li', {}, h('a', { href: links.legals.terms }, 'Terms')),
    h('li', {}, h('a', { href: '#/news' }, 'Newsletter')),
  ]);
}

onMember(() => void showMember());
// The hash is the address of a page, so the skip link must not change it.
document.querySelector('.skip').addEventListener('click', (event) => {
  event.preventDefault();
  document.getElementById('main').focus();
});
start();
void showMember();
showLinks().catch(() => undefined); // The page itself reports that the API cannot be reached.
