import { sanitized } from './html.ts';
import { holds, itemsAt, type Scope, textAt, valueAt } from './scope.ts';
import { isSafeAttribute } from './urls.ts';

const ATTRIBUTE = /^data-attr-(.+)$/;

/**
 * A copy of a template with the values of a scope. Values become text, attributes or sanitized HTML, never markup or code. Elements can have:
 * - `data-each="links"`: one copy for each item of a list. The item's fields precede those around it.
 * - `data-if="codes"`, `data-if="!codes"`: only if the value is present, or absent
 * - `data-field="title"`: its text
 * - `data-html="description"`: its content, of an allow-list of elements
 * - `data-attr-href="url"`: an attribute; without one for null and false, with an empty one for true
 */
export function rendered(template: DocumentFragment, scope: Scope): DocumentFragment {
  const fragment = document.importNode(template, true);
  bindChildren(fragment, scope);
  return fragment;
}

function bindChildren(parent: DocumentFragment | Element, scope: Scope): void {
  for (const child of [...parent.children]) bindList(child, scope);
}

function bindList(element: Element, scope: Scope): void {
  const list = element.getAttribute('data-each');
  if (list === null) {
    bind(element, scope);
    return;
  }
  element.removeAttribute('data-each');
  for (const item of itemsAt(scope, list)) {
    const copy = element.cloneNode(true) as Element;
    element.before(copy);
    bind(copy, [item, ...scope]);
  }
  element.remove();
}

function bind(element: Element, scope: Scope): void {
  const condition = element.getAttribute('data-if');
  // A script would run again each time the widget is shown.
  if (element.localName === 'script' || (condition !== null && !holds(scope, condition))) {
    element.remove();
    return;
  }
  bindChildren(element, scope);
  for (const { name, value } of [...element.attributes]) {
    const [, target] = ATTRIBUTE.exec(name) ?? [];
    if (target !== undefined) setAttribute(element, target, value, scope);
    else if (name === 'data-field' && element.localName !== 'style')
      element.textContent = textAt(scope, value);
    else if (name === 'data-html') element.replaceChildren(sanitized(textAt(scope, value)));
  }
}

function setAttribute(element: Element, name: string, path: string, scope: Scope): void {
  const value = valueAt(scope, path);
  const text = value === true ? '' : textAt(scope, path);
  if (value == null || value === false || !isSafeAttribute(name, text)) element.removeAttribute(name);
  else element.setAttribute(name, text);
}
