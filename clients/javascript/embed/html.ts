import { isSafeUrl } from './urls.ts';

interface Policies {
  createPolicy(
    name: string,
    rules: { createHTML(html: string): string },
  ): { createHTML(html: string): string };
}

/** For pages with `require-trusted-types-for 'script'`: their policy has to allow the name `fanclub-embed`. */
const policy = (globalThis as { trustedTypes?: Policies }).trustedTypes?.createPolicy('fanclub-embed', {
  createHTML: (html) => html,
});

/** Parses HTML to a document of its own, which runs no scripts and loads nothing. */
export const parsed = (html: string): HTMLElement =>
  new DOMParser().parseFromString(policy?.createHTML(html) ?? html, 'text/html').body;

/** The elements that HTML of the fan club may have, and their attributes. */
const ALLOWED = new Map<string, readonly string[]>(
  'p br hr div span b strong i em u s small sub sup mark blockquote code pre ul ol li dl dt dd h1 h2 h3 h4 h5 h6 figure figcaption table caption thead tbody tr'
    .split(' ')
    .map((name) => [name, []]),
);
ALLOWED.set('a', ['href', 'title']);
ALLOWED.set('img', ['src', 'alt', 'width', 'height']);
ALLOWED.set('abbr', ['title']);
ALLOWED.set('time', ['datetime']);
ALLOWED.set('td', ['colspan', 'rowspan']);
ALLOWED.set('th', ['colspan', 'rowspan', 'scope']);

/** Elements whose content is not text for readers. Other elements that are not allowed are replaced by their content. */
const DROPPED = new Set(
  'script style template noscript iframe object embed applet audio video canvas select textarea title head'.split(
    ' ',
  ),
);
const XHTML = 'http://www.w3.org/1999/xhtml';

/**
 * HTML of the fan club as elements for the page. They are made anew from an allow-list, so that what a browser makes of strange markup
 * does not matter.
 */
export function sanitized(html: string): DocumentFragment {
  const fragment = document.createDocumentFragment();
  copyInto(fragment, parsed(html));
  return fragment;
}

function copyInto(target: Node, source: Node): void {
  for (const node of source.childNodes) {
    if (node.nodeType === Node.TEXT_NODE) target.appendChild(document.createTextNode(node.nodeValue ?? ''));
    if (!(node instanceof Element) || node.namespaceURI !== XHTML || DROPPED.has(node.localName)) continue;
    const allowed = ALLOWED.get(node.localName);
    copyInto(allowed ? target.appendChild(copyOf(node, allowed)) : target, node);
  }
}

function copyOf(element: Element, allowed: readonly string[]): Element {
  const copy = document.createElement(element.localName);
  for (const name of allowed) {
    const value = element.getAttribute(name);
    const isAddress = name === 'href' || name === 'src';
    if (value !== null && (!isAddress || isSafeUrl(value))) copy.setAttribute(name, value);
  }
  if (element.localName === 'a') copy.setAttribute('rel', 'noopener');
  return copy;
}
