// The types of embed.js, which the build copies to dist/embed.d.ts.
import type { Fanclub as Client, PostValue } from '../src/index.ts';
// The classes of the client are global names too.
import '../src/page.ts';

/** What pages can call. */
export interface FanclubEmbed {
  /** Makes widgets of the elements at or below a node, for instance in a shadow root, which the script does not see. */
  scan(node?: ParentNode): void;
  /** Reads all widgets again, for instance after the page itself has logged somebody in. */
  refresh(): Promise<void>;
  /** The client of the fan club of an element, or of the script. */
  client(element?: HTMLElement): Client;
}

/** The value of `data-fanclub`. */
export type WidgetName = 'account' | 'contest' | 'events' | 'login' | 'plans' | 'signup';

/** The events of widgets, which bubble to the document. */
export interface FanclubEvents {
  /** A widget shows what it has read. `view` has the fields of templates. */
  'fanclub:ready': CustomEvent<{ widget: WidgetName; view: Readonly<Record<string, unknown>> }>;
  'fanclub:login': CustomEvent<PostValue<'/login'>>;
  'fanclub:logout': CustomEvent<Readonly<Record<string, never>>>;
  /** The account has changed. */
  'fanclub:saved': CustomEvent<PostValue<'/account'>>;
  'fanclub:entered': CustomEvent<{ contest: number; messages: readonly string[] }>;
  'fanclub:signup': CustomEvent<{
    contact: Readonly<Record<string, string | boolean | string[]>>;
    messages: readonly string[];
  }>;
  /** A refusal, or no connection. `messages` are for the visitor. */
  'fanclub:error': CustomEvent<{ widget: WidgetName; error: unknown; messages: readonly string[] }>;
}

declare global {
  var FanclubEmbed: FanclubEmbed;
  interface HTMLElementEventMap extends FanclubEvents {}
  interface DocumentEventMap extends FanclubEvents {}
}
