/** The elements that the editor can write, all of which the service keeps. */
const WRITABLE = [
  ...['a', 'b', 'blockquote', 'br', 'code', 'em', 'h2', 'h3', 'h4', 'hr', 'i', 'li', 'ol', 'p', 's'],
  ...['strong', 'u', 'ul'],
];

/**
 * Whether the editor keeps everything of a text. Tables, pictures, classes, links within a website, and line breaks of plain texts are
 * edited as HTML.
 */
export function isWritable(html: string): boolean {
  if (!html.includes('<') && html.trim().includes('\n')) return false;
  const elements = [...new DOMParser().parseFromString(html, 'text/html').body.querySelectorAll('*')];
  return elements.every(
    (element) =>
      WRITABLE.includes(element.localName) &&
      (element.localName !== 'a' || isLinkable(element.getAttribute('href'))) &&
      [...element.attributes].every(
        ({ name }) => element.localName === 'a' && ['href', 'target', 'rel'].includes(name),
      ),
  );
}

/** Whether the editor keeps the address of a link. */
const isLinkable = (href: string | null): boolean => href !== null && linkTo(href) === href;

/** An address that a link may have, as the service allows them; null for others. `example.org` means its website. */
export function linkTo(typed: string): string | null {
  const text = typed.trim();
  if (text === '' || /\s/.test(text)) return null;
  if (/^(https?:\/\/|mailto:|tel:)./i.test(text)) return text;
  if (/^[a-z][a-z+.-]*:/i.test(text)) return null;
  return /^[^@/]+@[^@/]+$/.test(text) ? `mailto:${text}` : `https://${text}`;
}

/** A text as it is stored: one plain paragraph needs no HTML. */
export function stored(html: string): string {
  const [, text] = /^<p>([^<]*)<\/p>$/.exec(html) ?? [];
  return text === undefined || text.includes('&') ? html : text;
}
