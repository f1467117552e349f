import { mayRetry, messagesOf, needsLogin } from './club.js';
import { fill, h } from './dom.js';
import { remember } from './member.js';
import { withProgress } from './progress.js';

const main = document.getElementById('main');
const announcer = document.getElementById('announcer');

/** Has screen readers read a sentence. */
export const announce = (sentence) => {
  announcer.textContent = sentence;
};

/** Replaces the content of the page. */
export const render = (content) => fill(main, content);

/** A function that returns whether the visitor is still at this address. Forms call it before they show an answer. */
export function stillHere() {
  const { hash } = location;
  return () => location.hash === hash;
}

/**
 * Shows a page in its states: loading, loaded, failed. Resolves with true if the page is shown.
 * @param page `{ title, load(params), view(data, params) }`
 * @param isCurrent returns whether the visitor is still on this page
 * @param onLogin called if the page needs a log-in
 * @param onRetry called if the visitor wants to try again after a failure
 */
export async function show(page, params, { isCurrent, onLogin, onRetry }) {
  main.setAttribute('aria-busy', 'true');
  try {
    const data = await withProgress(() => page.load?.(params), {
      onWait: () => showLoading(page),
      onSlow: showSlow,
    });
    if (!isCurrent()) return false;
    render(page.view(data ?? null, params));
    return true;
  } catch (error) {
    if (!isCurrent()) return false;
    if (needsLogin(error)) {
      remember(null);
      onLogin();
      return false;
    }
    render(failure(error, onRetry));
    main.querySelector('[role=alert]').focus();
    return false;
  } finally {
    if (isCurrent()) main.removeAttribute('aria-busy');
  }
}

function showLoading({ title }) {
  announce('Loading …');
  const lines = ['wide', 'middle', 'wide', 'short'].map((width) =>
    h('span', { class: `placeholder ${width}` }),
  );
  render(
    page(title, [
      h('div', { class: 'skeleton', 'aria-hidden': 'true' }, [
        h('span', { class: 'placeholder date-disc' }),
        h('span', { class: 'placeholders' }, lines),
      ]),
      h('p', { class: 'loading' }, [
        h('progress', { 'aria-label': 'Loading' }),
        h('span', { id: 'loading' }, 'Loading …'),
      ]),
    ]),
  );
}

function showSlow() {
  const line = document.getElementById('loading');
  if (!line) return;
  line.textContent = 'This takes longer than usual. Please wait …';
  announce(line.textContent);
}

/** The page for an error: what happened, and what the visitor can do. */
function failure(error, onRetry) {
  const isTemporary = mayRetry(error);
  return page('That did not work', [
    h('div', { class: 'panel notice bad', role: 'alert', tabindex: '-1' }, [
      messagesOf(error).map((message) => h('p', {}, message)),
    ]),
    h('p', { class: 'actions' }, [
      isTemporary && h('button', { type: 'button', class: 'button', onclick: onRetry }, 'Try again'),
      h('a', { href: '#/', class: isTemporary ? null : 'button' }, 'To the dates'),
    ]),
  ]);
}

/** The pictures of `art/` by the beginning of the address; `css/pages.css` shows them on wide screens. */
const PICTURES = Object.entries({
  '/events': 'van',
  '/plans': 'press',
  '/card': 'press',
  '/contests': 'drum',
  '/news': 'letter',
  '/orders': 'parcel',
  '/shipping': 'parcel',
});

const pictureOf = (path) => PICTURES.find(([beginning]) => path.startsWith(beginning))?.[1] ?? 'key';

/** The frame of every page: a heading, which gets the focus after a navigation, beside a picture, and the content. */
export const page = (title, ...content) =>
  h(
    'div',
    { class: 'page' },
    h(
      'div',
      { class: `page-head picture-${pictureOf(location.hash.slice(1))}` },
      h('h1', { tabindex: '-1' }, title),
    ),
    content,
  );

/** Stands for a list without items: a sentence, and links to where there is more. */
export const empty = (sentence, ...links) =>
  h('div', { class: 'panel empty' }, h('p', {}, sentence), links.length > 0 && h('p', {}, links));

/** A message about what has happened. Screen readers read it. */
export const notice = (sentences, kind = 'good') =>
  h('div', { class: `panel notice ${kind}`, role: 'status', tabindex: '-1' }, [
    [sentences].flat().map((sentence) => h('p', {}, sentence)),
  ]);
