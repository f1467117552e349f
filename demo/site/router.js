import { NotLoggedIn } from './club.js';
import { member } from './member.js';
import { account } from './pages/account.js';
import { card } from './pages/card.js';
import { contest } from './pages/contest.js';
import { contests } from './pages/contests.js';
import { event } from './pages/event.js';
import { home } from './pages/home.js';
import { login } from './pages/login.js';
import { logout } from './pages/logout.js';
import { news } from './pages/news.js';
import { notFound } from './pages/not-found.js';
import { order } from './pages/order.js';
import { orders } from './pages/orders.js';
import { plans } from './pages/plans.js';
import { register } from './pages/register.js';
import { shipping } from './pages/shipping.js';
import { announce, show } from './view.js';

/**
 * The pages by address. `:id` is a number. A page is `{ title, menu, members, load, view }`: `load` reads from the API, `view` makes the
 * elements, `members` pages need a log-in, and `menu` is the entry of the main menu that is marked.
 */
const PAGES = {
  '/': home,
  '/past': home,
  '/events/:id': event,
  '/plans': plans,
  '/contests': contests,
  '/contests/:id': contest,
  '/news': news,
  '/login': login,
  '/register': register,
  '/logout': logout,
  '/card': card,
  '/orders': orders,
  '/orders/:id': order,
  '/shipping': shipping,
  '/account': account,
};

const CLUB = 'The Tin Comets Fan Club';
let visits = 0;

/** Goes to a page: `go('/plans')`. The same page is read again. */
export function go(path) {
  if (location.hash === `#${path}`) void open();
  else location.hash = path;
}

export function start() {
  addEventListener('hashchange', () => void open());
  void open();
}

async function open() {
  const visit = (visits += 1);
  const isCurrent = () => visit === visits;
  const [path, query] = (location.hash.slice(1) || '/').split('?');
  const { page, params } = pageAt(path);
  const shown = { path, ...params, ...Object.fromEntries(new URLSearchParams(query)) };
  markMenu();
  document.title = page === home ? CLUB : `${page.title} · ${CLUB}`;
  const logIn = () => go(`/login?then=${encodeURIComponent(path)}`);
  const gated = {
    ...page,
    async load(values) {
      if (page.members && !(await member())) throw new NotLoggedIn();
      return page.load?.(values);
    },
  };
  if (visit > 1) scrollTo(0, 0);
  if (!(await show(gated, shown, isCurrent, logIn)) || visit === 1) return;
  const heading = document.querySelector('main h1');
  document.title = page === home ? CLUB : `${heading.textContent} · ${CLUB}`;
  announce('');
  heading.focus({ preventScroll: true });
}

function pageAt(path) {
  for (const [pattern, page] of Object.entries(PAGES)) {
    const found = new RegExp(`^${pattern.replace(':id', '(?<id>\\d+)')}$`).exec(path);
    if (found) return { page, params: { ...found.groups } };
  }
  return { page: notFound, params: {} };
}

/** Marks the entry of the main menu for the present page. */
export function markMenu() {
  const [path] = (location.hash.slice(1) || '/').split('?');
  const { menu } = pageAt(path).page;
  for (const link of document.querySelectorAll('#nav a')) {
    const target = link.getAttribute('href').slice(1);
    if (target === path) link.setAttribute('aria-current', 'page');
    else if (target === menu) link.setAttribute('aria-current', 'true');
    else link.removeAttribute('aria-current');
  }
}
