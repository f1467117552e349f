/** An element's attributes, by name; an attribute without a value is an empty text. */
export type Attributes = Record<string, string>;

const ATTRIBUTE = /([a-z-]+)(?:="([^"]*)")?/g;
const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&#34;': '"',
  '&#39;': "'",
};

/** Text as a browser reads it. */
export function unescaped(html: string): string {
  return html.replace(/&[#\w]+;/g, (entity) => ENTITIES[entity] ?? entity);
}

/** The attributes of every element with a tag name, in the order of the page. */
export function elements(html: string, name: string): Attributes[] {
  return [...html.matchAll(new RegExp(`<${name}\\b([^>]*)>`, 'g'))].map(([, attributes]) =>
    Object.fromEntries(
      [...attributes.matchAll(ATTRIBUTE)].map(([, key, value = '']) => [key, unescaped(value)]),
    ),
  );
}

/** The text of every element with a tag name, without inner elements; for an image its alternative text. */
export function texts(html: string, name: string): string[] {
  return [...html.matchAll(new RegExp(`<${name}\\b[^>]*>([\\s\\S]*?)</${name}>`, 'g'))].map(([, inner]) =>
    unescaped(inner.replace(/<img\b[^>]*\balt="([^"]*)"[^>]*>/g, ' $1 ').replace(/<[^>]+>/g, ' '))
      .replace(/\s+/g, ' ')
      .trim(),
  );
}

/** Faults that make a page unusable: duplicate ids, labels and descriptions without a target. Empty for a valid page. */
export function accessibilityFaults(html: string): string[] {
  const faults: string[] = [];
  const demand = (holds: boolean, fault: string) => holds || faults.push(fault);
  const tags = [...html.matchAll(/<([a-z][a-z0-9]*)\b/g)].map(([, name]) => name);
  const ids = [...new Set(tags)].flatMap((name) =>
    elements(html, name).flatMap(({ id }) => (id === undefined ? [] : [id])),
  );
  const labelled = elements(html, 'label').map((label) => label.for);
  const areas = elements(html, 'textarea').map((area): Attributes => ({ ...area, type: 'textarea' }));
  const shown = [...elements(html, 'input').filter(({ type }) => type !== 'hidden'), ...areas];

  demand(/^<!doctype html>/i.test(html), 'no doctype');
  demand(elements(html, 'html')[0]?.lang === 'en', 'no language');
  demand(texts(html, 'title')[0]?.length > 0, 'no title');
  demand(
    elements(html, 'meta').some(({ name }) => name === 'viewport'),
    'no viewport',
  );
  demand(elements(html, 'main').length === 1, 'not one main');
  demand(texts(html, 'h1').length === 1, 'not one h1');
  demand(new Set(ids).size === ids.length, `double ids: ${ids.join(' ')}`);
  for (const target of labelled) demand(ids.includes(target), `label for nothing: ${target}`);
  for (const { id, autocomplete, type, ...input } of shown) {
    demand(labelled.filter((target) => target === id).length === 1, `not one label: ${id}`);
    demand(Boolean(autocomplete), `no autocomplete: ${id}`);
    demand(Boolean(type), `no type: ${id}`);
    for (const target of input['aria-describedby']?.split(' ') ?? []) {
      demand(ids.includes(target), `${id} is described by nothing: ${target}`);
    }
  }
  for (const { href } of elements(html, 'a')) {
    demand(!href?.startsWith('#') || ids.includes(href.slice(1)), `link to nothing: ${href}`);
    demand(href === '' || /^(https?:\/\/|\/|#|mailto:)/.test(href), `odd link: ${href}`);
  }
  for (const text of [...texts(html, 'a'), ...texts(html, 'button')])
    demand(text !== '', 'a link without text');
  for (const { tabindex, ...button } of elements(html, 'button')) {
    demand(button['aria-hidden'] === undefined || tabindex === '-1', 'a hidden button that takes the focus');
  }
  for (const { alt } of elements(html, 'img')) demand(Boolean(alt), 'an image without text');
  demand(elements(html, 'script').length === 0, 'a script');
  demand(!/\son[a-z]+=|\sstyle=/.test(html.replace(/>[^<]*</g, '><')), 'an inline handler or style');
  return faults;
}
