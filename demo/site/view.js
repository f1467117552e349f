import { messagesOf, needsLogin } from './club.js';
import { fill, h } from './dom.js';
import { remember } from './member.js';

/** Milliseconds until a page that loads shows that it does. Faster answers never flicker. */
const PATIENCE = 300;
/** Milliseconds until it says that something takes long. */
const LONG = 4000;

const main = document.getElementById('main');
const announcer = document.getElementById('announcer');

/** Has screen readers say a sentence. */
export const announce = (sentence) => {
  announcer.textContent = sentence;
};

/** A function that says whether the visitor is still at this address. A form asks it before it shows its answer. */
export function stillHere() {
  const { hash } = location;
  return () => location.hash === hash;
}

/**
 * Shows a page in its states: loading, loaded, failed. Resolves with true when the page is shown.
 * @param page `{ load(params), view(data, params) }`
 * @param isCurrent whether the visitor is still on this page
 */
export async function show(page, params, isCurrent, onLogin) {
  const waiting = setTimeout(() => showLoading(page), PATIENCE);
  const long = setTimeout(() => sayLong(), LONG);
  main.setAttribute('aria-busy', 'true');
  try {
    const data = (await page.load?.(params)) ?? null;
    if (!isCurrent()) return false;
    fill(main, page.view(data, params));
    return true;
  } catch (error) {
    if (!isCurrent()) return false;
    if (needsLogin(error)) {
      remember(null);
      onLogin();
      return false;
    }
    fill(
      main,
      failure(messagesOf(error), () => show(page, params, isCurrent, onLogin)),
    );
    main.querySelector('[role=alert]').focus();
    return false;
  } finally {
    clearTimeout(waiting);
    clearTimeout(long);
    if (isCurrent()) main.removeAttribute('aria-busy');
  }
}

function showLoading({ title }) {
  announce('Loading …');
  const lines = ['wide', 'middle', 'wide', 'short'].map((width) => h('span', { class: `bone ${width}` }));
  fill(
    main,
    h('div', { class: 'page' }, [
      h('h1', {}, title),
      h('div', { class: 'skeleton', 'aria-hidden': 'true' }, [
        h('span', { class: 'bone disc' }),
        h('span', { class: 'bones' }, lines),
      ]),
      h('p', { class: 'loading' }, [
        h('progress', { 'aria-label': 'Loading' }),
        h('span', { id: 'loading' }, 'Loading …'),
      ]),
    ]),
  );
}

function sayLong() {
  const line = document.getElementById('loading');
  if (!line) return;
  line.textContent = 'This takes longer than usual. We are still trying …';
  announce(line.textContent);
}

/** An error with the API's sentences and a way on. */
function failure(messages, retry) {
  return h('div', { class: 'page' }, [
    h('div', { class: 'plate notice bad', role: 'alert', tabindex: '-1' }, [
      h('h1', {}, 'That did not work'),
      messages.map((message) => h('p', {}, message)),
      h('p', { class: 'actions' }, [
        h('button', { type: 'button', class: 'key', onclick: retry }, 'Try again'),
        h('a', { href: '#/' }, 'To the dates'),
      ]),
    ]),
  ]);
}

/** The frame of every page: a heading that takes the focus after a navigation, and the content. */
export const page = (title, ...content) =>
  h('div', { class: 'page' }, h('h1', { tabindex: '-1' }, title), content);

/** What to show if a list has nothing. */
export const empty = (sentence, ...way) =>
  h('div', { class: 'plate empty' }, h('p', {}, sentence), h('p', {}, way));

/** A message about what has happened. Screen readers say it. */
export const notice = (sentences, kind = 'good') =>
  h('div', { class: `plate notice ${kind}`, role: 'status', tabindex: '-1' }, [
    [sentences].flat().map((sentence) => h('p', {}, sentence)),
  ]);
