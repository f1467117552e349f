import { createElement, Fragment, type ReactNode } from 'react';

/** The elements that the service keeps; everything else is shown as its text. */
const KEPT = [
  ...['a', 'b', 'blockquote', 'br', 'code', 'em', 'h2', 'h3', 'h4', 'hr', 'i', 'li', 'ol', 'p', 'pre', 's'],
  ...['small', 'strong', 'sub', 'sup', 'table', 'tbody', 'td', 'th', 'thead', 'tr', 'u', 'ul'],
];

/** HTML as elements of this page, without scripts, styles and addresses that could run something. */
export function cleanHtml(html: string): ReactNode {
  return children(new DOMParser().parseFromString(html, 'text/html').body);
}

const children = (node: Node): ReactNode[] => [...node.childNodes].map(element);

function element(node: ChildNode, index: number): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  if (!(node instanceof HTMLElement) || /^(script|style)$/i.test(node.tagName)) return null;
  const name = node.tagName.toLowerCase();
  if (name === 'br' || name === 'hr') return createElement(name, { key: index });
  if (!KEPT.includes(name)) return <Fragment key={index}>{children(node)}</Fragment>;
  const href =
    name === 'a' && /^https?:/.test(node.getAttribute('href') ?? '') ? node.getAttribute('href') : null;
  return createElement(
    name,
    { key: index, ...(href !== null && { href, rel: 'noreferrer' }) },
    children(node),
  );
}
