import { FanclubError } from '../src/errors.ts';
import { Content } from './content.ts';
import { messagesOf, reportMistake } from './failures.ts';
import { markFaults, readForm } from './form.ts';
import { translated } from './messages.ts';
import type { Context, Outcome, Widget } from './widget.ts';

let mounts = 0;

/** A widget in its element. */
export class Mount {
  readonly #root: HTMLElement;
  readonly #kind: string;
  readonly #widget: Widget;
  readonly #content: Content;
  readonly #messages: HTMLElement;
  readonly #contextOf: () => Context;
  readonly #reloadPage: (by: Mount) => Promise<void>;
  /** What the widget shows; empty until it has been read. */
  #view: object = {};
  /** Counts loads: only the latest one is shown. */
  #loads = 0;
  #isActing = false;

  /**
   * @param contextOf read before each use, so that changed attributes count
   * @param reloadPage after a log-in: reloads all widgets of the same fan club
   */
  constructor(
    root: HTMLElement,
    kind: string,
    widget: Widget,
    contextOf: () => Context,
    reloadPage: (by: Mount) => Promise<void>,
  ) {
    this.#root = root;
    this.#kind = kind;
    this.#widget = widget;
    this.#contextOf = contextOf;
    this.#reloadPage = reloadPage;
    root.classList.add('fanclub', `fanclub-${kind}`);
    this.#content = new Content(root, widget, root.dataset['heading']);
    this.#messages = document.createElement('div');
    this.#messages.id = `fanclub-messages-${(mounts += 1)}`;
    this.#messages.className = 'fanclub-messages';
    // In the page from the beginning, because screen readers announce only changes of a live region that they know.
    this.#messages.setAttribute('role', 'status');
    this.#content.element.before(this.#messages);
    root.addEventListener('submit', (event) => this.#onSubmit(event));
    root.addEventListener('click', (event) => this.#onClick(event));
    this.#content.show('loading', this.#scope({}));
  }

  get isConnected(): boolean {
    return this.#root.isConnected;
  }

  get isForEverybody(): boolean {
    return this.#widget.isForEverybody ?? false;
  }

  /** Reads and shows the widget again. Messages stay. Does not throw: shows and reports errors. */
  async load(): Promise<void> {
    const load = (this.#loads += 1);
    this.#setBusy(true);
    try {
      const view = await this.#widget.load(this.#contextOf());
      if (load !== this.#loads) return;
      this.#show(view);
    } catch (error) {
      const messages = await messagesOf(error, this.#contextOf());
      if (load !== this.#loads) return;
      // What was shown before may be of another visitor.
      this.#view = {};
      this.#content.show('error', this.#scope({ messages }));
      this.#root.dataset['state'] = 'error';
      this.#showMessages(messages, true);
      this.#fail(error, messages);
    } finally {
      if (load === this.#loads && !this.#isActing) this.#setBusy(false);
    }
  }

  #show(view: object): void {
    const state = this.#widget.isEmpty?.(view) ? 'empty' : 'ready';
    this.#view = view;
    this.#content.show(state, this.#scope(view));
    this.#root.dataset['state'] = state;
    this.#emit('ready', { widget: this.#kind, view });
  }

  #onSubmit(event: SubmitEvent): void {
    if (!this.#owns(event)) return;
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    const [first = ''] = Object.keys(this.#widget.actions ?? {});
    void this.#act(event.submitter?.dataset['action'] ?? form.dataset['action'] ?? first, form);
  }

  #onClick(event: Event): void {
    const button = (event.target as Element).closest<HTMLElement>('[data-action]:not(form)');
    // Buttons that submit a form do so, which checks its fields.
    const { form = null, type } = (button ?? {}) as Partial<HTMLButtonElement>;
    if (!button || !this.#owns(event) || (form && type === 'submit')) return;
    event.preventDefault();
    void this.#act(button.dataset['action'] ?? '', null);
  }

  /** A template can contain elements that are widgets themselves. */
  #owns({ target }: Event): boolean {
    return (target as Element).closest('[data-fanclub]') === this.#root;
  }

  async #act(name: string, form: HTMLFormElement | null): Promise<void> {
    if (this.#isActing) return;
    const isRetry = name === 'retry';
    const action = this.#widget.actions?.[name];
    if (!isRetry && !action) return;
    const shown = this.#view;
    this.#setActing(true);
    this.#showMessages([]);
    try {
      if (isRetry) await this.load();
      else if (action) {
        const outcome = await action(this.#contextOf(), readForm(form), shown);
        await this.#finish(outcome, form, shown);
      }
    } catch (error) {
      const messages = await messagesOf(error, this.#contextOf());
      this.#showMessages(messages, true);
      // By the service's own words, not by their translation.
      if (form) markFaults(form, error instanceof FanclubError ? error.messages : [], this.#messages.id);
      this.#fail(error, messages);
    } finally {
      this.#setActing(false);
    }
  }

  /** @param shown what the widget showed when the action began; what is shown now may be of another visitor */
  async #finish(outcome: Outcome, form: HTMLFormElement | null, shown: object): Promise<void> {
    const { messages = [], event, detail = {}, reload, view } = outcome;
    if (form) markFaults(form, [], this.#messages.id);
    if (event) this.#emit(event, detail);
    if (reload === 'page') await this.#reloadPage(this);
    else if (reload === 'widget') await this.load();
    else if (view && shown === this.#view) this.#show(view);
    else form?.reset();
    // After the content, because a message after a failed load is the more important one.
    if (this.#root.dataset['state'] !== 'error' && messages.length > 0) {
      const { texts } = this.#contextOf();
      this.#showMessages(messages.map((message) => translated(message, texts)));
    }
  }

  /** While it acts, buttons keep the focus: they are not disabled, but a second click does nothing. */
  #setActing(isActing: boolean): void {
    this.#isActing = isActing;
    this.#setBusy(isActing);
    for (const button of this.#content.element.querySelectorAll('button')) {
      if (isActing) button.setAttribute('aria-disabled', 'true');
      else button.removeAttribute('aria-disabled');
    }
  }

  #setBusy(isBusy: boolean): void {
    this.#root.setAttribute('aria-busy', String(isBusy));
  }

  #showMessages(messages: readonly string[], isError = false): void {
    this.#messages.classList.toggle('fanclub-failed', isError);
    this.#messages.replaceChildren(
      ...messages.map((message) =>
        Object.assign(document.createElement('p'), { className: 'fanclub-message', textContent: message }),
      ),
    );
  }

  #scope(view: object): readonly unknown[] {
    return [view, { text: this.#contextOf().texts }];
  }

  #fail(error: unknown, messages: readonly string[]): void {
    reportMistake(error);
    this.#emit('error', { widget: this.#kind, error, messages });
  }

  #emit(name: string, detail: object): void {
    this.#root.dispatchEvent(new CustomEvent(`fanclub:${name}`, { bubbles: true, composed: true, detail }));
  }
}
