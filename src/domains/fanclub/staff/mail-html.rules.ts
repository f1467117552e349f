import sanitizeHtml from 'sanitize-html';

const TEMPLATE = /\{[{%]/;
const REFUSED_TAGS = ['script', 'iframe', 'object', 'embed', 'form', 'link', 'base'];

/**
 * What is wrong with the HTML template of a mail; null: nothing. A mail carries a link that lets its reader in, so nothing in it may
 * run, or send the link to another address when the mail is opened.
 */
export function faultOfMailHtml(html: string): string | null {
  const faults: string[] = [];
  const visit = (tagName: string, attribs: sanitizeHtml.Attributes): sanitizeHtml.Tag => {
    if (REFUSED_TAGS.includes(tagName)) faults.push(`must not contain <${tagName}>`);
    for (const [name, value] of Object.entries(attribs)) {
      if (name.startsWith('on')) faults.push(`must not contain the attribute ${name}`);
      if (!TEMPLATE.test(value)) continue;
      if (name !== 'href') faults.push(`must not contain {{ … }} in the attribute ${name}`);
      else if (/\blink\b/.test(value) && !/^\s*\{\{\s*link\s*\}\}\s*$/.test(value))
        faults.push('must have {{ link }} as the whole address of a link');
    }
    return { tagName, attribs };
  };
  sanitizeHtml(html, {
    allowedTags: false,
    allowedAttributes: false,
    allowVulnerableTags: true,
    transformTags: { '*': visit },
  });
  return faults[0] ?? null;
}
