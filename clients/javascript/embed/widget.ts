import type { Club } from './club.ts';
import type { FormFields } from './fields.ts';
import type { Texts } from './texts.ts';

/** What a widget knows of its element and its page. */
export interface Context {
  readonly club: Club;
  readonly texts: Texts;
  /** The language of the element, for `Intl`. */
  readonly locale: string | undefined;
  /** The `data-` attributes of the element. */
  readonly options: Readonly<Record<string, string | undefined>>;
  /** The time of what is shown. */
  readonly now: () => Date;
}

/** What an action did. */
export interface Outcome {
  /** For the visitor. */
  readonly messages?: readonly string[];
  /** An event for the page, for instance `login` for `fanclub:login`. */
  readonly event?: string;
  readonly detail?: object;
  /** What has to be read again: the widgets of the page, this one, or nothing. */
  readonly reload: 'page' | 'widget' | 'nothing';
  /** Shown instead of what {@link Widget.load} has read, with `reload: 'nothing'`. */
  readonly view?: object;
}

/** @param view what the widget shows */
export type Action = (context: Context, fields: FormFields, view: object) => Promise<Outcome>;

/** A kind of widget. */
export interface Widget {
  /** HTML, for elements without a template. */
  readonly template: string;
  /** HTML for a view that {@link isEmpty}. */
  readonly empty?: string;
  /** Reads what the widget shows. Its fields are the names in templates. */
  load(context: Context): Promise<object>;
  isEmpty?(view: object): boolean;
  /** By the value of `data-action`. The first one is that of forms without. */
  readonly actions?: Readonly<Record<string, Action>>;
  /** Whether nothing that it shows depends on who is logged in. Then a log-in does not discard what the visitor has typed. */
  readonly isForEverybody?: boolean;
}

/** A failure whose message is for the visitor. */
export class VisitorError extends Error {
  override readonly name: string = 'FanclubVisitorError';
}

/** A misuse of the widgets by the page, such as a missing attribute. */
export class UsageError extends Error {
  override readonly name: string = 'FanclubUsageError';
}
