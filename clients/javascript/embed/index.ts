// The script for pages: makes widgets of `<div data-fanclub="…">`, and defines `FanclubEmbed` and the names of page.js.
import * as errors from '../src/errors.ts';
import { Fanclub } from '../src/fanclub.ts';
import type { FanclubEmbed } from './global.ts';
import { WidgetPage } from './page.ts';

/** Some plugins of WordPress merge scripts; then the script's element is not that of the page's author. */
const script =
  document.currentScript instanceof HTMLScriptElement && document.currentScript.dataset['key'] !== undefined
    ? document.currentScript
    : document.querySelector<HTMLScriptElement>('script[data-url][data-key]');

function start(): FanclubEmbed {
  const page = new WidgetPage(script?.dataset ?? {});
  const embed: FanclubEmbed = {
    scan: (node = document) => page.scan(node),
    refresh: () => page.refresh(),
    client: (element) => page.clubOf(element).client,
  };
  // Elements that are added later: page builders and pop-ups do not know this script.
  const observer = new MutationObserver((records) => {
    for (const { addedNodes } of records) {
      for (const node of addedNodes) if (node instanceof Element) page.scan(node);
    }
  });
  const begin = (): void => {
    page.scan(document);
    observer.observe(document, { childList: true, subtree: true });
  };
  // Before the whole page is read, an element may lack its templates.
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', begin, { once: true });
  else begin();
  return embed;
}

// A page that has the script twice has one set of widgets.
if (!('FanclubEmbed' in globalThis)) {
  Object.assign(globalThis, {
    Fanclub,
    ...errors,
    FanclubEmbed: start(),
  });
}
