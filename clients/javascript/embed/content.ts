import { parsed } from './html.ts';
import { rendered } from './render.ts';
import type { Scope } from './scope.ts';
import type { Widget } from './widget.ts';

export type State = 'loading' | 'ready' | 'empty' | 'error';

/** The templates of an element: those inside it, else the widget's own. */
export class Content {
  /** The part of the element that the templates fill. Gets the focus if what had it is gone. */
  readonly element: HTMLElement;
  readonly #widget: Widget;
  readonly #own: ReadonlyMap<string, HTMLTemplateElement>;
  readonly #heading: string;

  /** @param heading the level of headings in the widget's own template, 1 to 6 */
  constructor(root: HTMLElement, widget: Widget, heading = '3') {
    this.#widget = widget;
    this.#heading = /^[1-6]$/.test(heading) ? heading : '3';
    const templates = [...root.querySelectorAll('template')];
    this.#own = new Map(templates.map((one) => [one.dataset['state'] ?? 'ready', one]));
    this.element = document.createElement('div');
    this.element.className = 'fanclub-content';
    this.element.tabIndex = -1;
    // What the page shows without this script is replaced. The templates stay, for a script that reads the page again.
    root.replaceChildren(...templates, this.element);
  }

  show(state: State, scope: Scope): void {
    const { element } = this;
    const { activeElement } = element.getRootNode() as Document | ShadowRoot;
    const hadFocus = element.contains(activeElement);
    const name = activeElement?.getAttribute('name');
    element.replaceChildren(rendered(this.#templateFor(state), scope));
    if (!hadFocus) return;
    const find = (selector: string) => element.querySelector<HTMLElement>(selector);
    const successor = find('[data-focus]') ?? (name ? find(`[name="${CSS.escape(name)}"]`) : null) ?? element;
    if (successor.hasAttribute('data-focus')) successor.tabIndex = -1;
    successor.focus({ preventScroll: successor === element });
  }

  #templateFor(state: State): DocumentFragment {
    const own = this.#own.get(state);
    if (own) return own.content;
    const fragment = document.createDocumentFragment();
    const html = this.#defaultFor(state).replace(/(<\/?)h3\b/g, `$1h${this.#heading}`);
    fragment.append(...parsed(html).childNodes);
    return fragment;
  }

  #defaultFor(state: State): string {
    if (state === 'loading') return '<p class="fanclub-loading" data-field="text.loading"></p>';
    if (state === 'error')
      return '<button type="button" class="fanclub-retry" data-action="retry" data-field="text.retry"></button>';
    return (state === 'empty' && this.#widget.empty) || this.#widget.template;
  }
}
