/**
 * Makes an element: `h('a', { href: '#/', class: 'panel' }, 'Home')`. Texts are always inserted as text, never as HTML.
 * Properties that begin with `on` are listeners; null, undefined and false are left out, among the children too.
 */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(...flattened(children));
  return element;
}

/** The children of an element or a list, flat and without gaps. */
const flattened = (children) =>
  children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false);

/** Replaces everything in an element. */
export const fill = (element, ...children) => element.replaceChildren(...flattened(children));

let ids = 0;
/** An id that no other element has, to connect labels and descriptions with their fields. */
export const newId = (name) => `${name}-${(ids += 1)}`;
