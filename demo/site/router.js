import { NotLoggedIn } from './club.js';
import { loginAddress, member } from './member.js';
import { account } from './pages/account.js';
import { card } from './pages/card.js';
import { contest } from './pages/contest.js';
import { contests } from './pages/contests.js';
import { event } from './pages/event.js';
import { home } from './pages/home.js';
import { privacy, terms } from './pages/legal.js';
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
  '/terms': terms,
  '/privacy': privacy,
};

const CLUB = 'The Tin Comets Fan Club';
let visits = 0;

export function start() {
  addEventListener('hashchange', () => void open());
  void open();
}

/** Shows the page of the present address. */
async function open() {
  const visit = (visits += 1);
  const [path, query] = currentAddress();
  const { page, params } = pageAt(path);
  const setTitle = (title) => {
    document.title = page === home ? CLUB : `${title} · ${CLUB}`;
  };
  markMenu();
  setTitle(page.title);
  if (visit > 1) scrollTo(0, 0);
  const isShown = await show(
    { ...page, load: (values) => loadFor(page, values) },
    { path, ...params, ...Object.fromEntries(new URLSearchParams(query)) },
    {
      isCurrent: () => visit === visits,
      onLogin: () => (location.hash = loginAddress()),
      onRetry: () => void open(),
    },
  );
  if (!isShown) return;
  const heading = document.querySelector('main h1');
  setTitle(heading.textContent);
  announce('');
  if (visit > 1) heading.focus({ preventScroll: true });
}

/** Reads what a page shows; pages of the membership only for members. */
async function loadFor(page, params) {
  if (page.members && !(await member())) throw new NotLoggedIn();
  return page.load?.(params);
}

const currentAddress = () => (location.hash.slice(1) || '/').split('?');

function pageAt(path) {
  for (const [pattern, page] of Object.entries(PAGES)) {
    const match = new RegExp(`^${pattern.replace(':id', '(?<id>\\d+)')}$`).exec(path);
    if (match) return { page, params: { ...match.groups } };
  }
  return { page: notFound, params: {} };
}

/** Marks the entry of the main menu for the present page. */
export function markMenu() {
  const [path] = currentAddress();
  const { menu } = pageAt(path).page;
  for (const link of document.querySelectorAll('#nav a')) {
    const target = link.getAttribute('href').slice(1);
    if (target === path) link.setAttribute('aria-current', 'page');
    else if (target === menu) link.setAttribute('aria-current', 'true');
    else link.removeAttribute('aria-current');
  }
}
