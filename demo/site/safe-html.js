/** The elements that descriptions and rules may contain, with the attributes that are kept. */
const ALLOWED = {
  P: [],
  BR: [],
  HR: [],
  STRONG: [],
  B: [],
  EM: [],
  I: [],
  U: [],
  S: [],
  SMALL: [],
  CODE: [],
  UL: [],
  OL: [],
  LI: [],
  BLOCKQUOTE: [],
  H3: [],
  H4: [],
  DL: [],
  DT: [],
  DD: [],
  A: ['href'],
};
/** Elements whose text is not meant for readers. Other unknown elements are replaced by their content. */
const DROPPED = [
  'SCRIPT',
  'STYLE',
  'TEMPLATE',
  'NOSCRIPT',
  'IFRAME',
  'OBJECT',
  'TITLE',
  'TEXTAREA',
  'SELECT',
];

/**
 * The HTML of the fan club's staff as nodes, reduced to the elements above. The staff is trusted, but a copied text can contain
 * anything. DOMParser neither runs scripts nor loads images, and only new elements get into the page. The widgets of the client have a
 * list of their own, with images, which this site does not load.
 */
export function safeHtml(html) {
  const { body } = new DOMParser().parseFromString(html ?? '', 'text/html');
  return copies(body);
}

function copies(parent) {
  return [...parent.childNodes].flatMap((node) => {
    if (node.nodeType === Node.TEXT_NODE) return [document.createTextNode(node.data)];
    if (!(node instanceof HTMLElement) || DROPPED.includes(node.tagName)) return [];
    const attributes = Object.hasOwn(ALLOWED, node.tagName) ? ALLOWED[node.tagName] : null;
    if (attributes === null) return copies(node);
    const copy = document.createElement(node.tagName);
    for (const name of attributes) {
      const value = node.getAttribute(name);
      if (value !== null && isSafeAddress(value)) copy.setAttribute(name, value);
    }
    copy.append(...copies(node));
    return [copy];
  });
}

/** Whether a link leads to a page or a mailbox. `javascript:` and `data:` do not. */
function isSafeAddress(address) {
  try {
    return ['http:', 'https:', 'mailto:'].includes(new URL(address, location.href).protocol);
  } catch {
    return false;
  }
}
