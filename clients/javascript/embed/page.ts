import { Club, type ClubSettings } from './club.ts';
import { localeOf } from './dates.ts';
import { Mount } from './mount.ts';
import { isOtherSite } from './sites.ts';
import { type Texts, textsFrom } from './texts.ts';
import { account } from './widgets/account.ts';
import { benefits } from './widgets/benefits.ts';
import { contest } from './widgets/contest.ts';
import { events } from './widgets/events.ts';
import { login } from './widgets/login.ts';
import { plans } from './widgets/plans.ts';
import { signup } from './widgets/signup.ts';
import { type Context, UsageError, type Widget } from './widget.ts';

const WIDGETS: Readonly<Record<string, Widget>> = {
  account,
  benefits,
  contest,
  events,
  login,
  plans,
  signup,
};
const SELECTOR = '[data-fanclub]';

/** A widget and its fan club. */
interface Mounted {
  readonly mount: Mount;
  readonly club: Club;
}

/** How a page reaches the service, and what time it is, if not by the browser. */
interface Surroundings extends Pick<ClubSettings, 'fetch'> {
  readonly now?: () => Date;
}

type Dataset = Readonly<Record<string, string | undefined>>;

/** The widgets of a page. */
export class WidgetPage {
  readonly #defaults: Dataset;
  readonly #sending: Pick<ClubSettings, 'fetch'>;
  readonly #now: () => Date;
  readonly #clubs = new Map<string, Club>();
  readonly #mounted = new WeakMap<Element, Mounted>();
  /** Those in the page. */
  readonly #present = new Set<Mounted>();

  /**
   * @param defaults the `data-` attributes of the script, for elements without their own
   * @param surroundings for pages that show something else than the present
   */
  constructor(defaults: Dataset, { now = () => new Date(), ...sending }: Surroundings = {}) {
    this.#defaults = defaults;
    this.#sending = sending;
    this.#now = now;
  }

  /** Finds elements that are not widgets yet, at or below a node. */
  scan(node: ParentNode): void {
    const below = node.querySelectorAll<HTMLElement>(SELECTOR);
    const all = node instanceof HTMLElement && node.matches(SELECTOR) ? [node, ...below] : below;
    for (const element of all) this.#mount(element);
  }

  /** Reads everything again. Resolves when it is shown. */
  async refresh(): Promise<void> {
    for (const club of this.#clubs.values()) club.invalidate();
    await this.#reload(() => true);
  }

  /** The fan club of an element, or that of the script. */
  clubOf(element?: HTMLElement): Club {
    const own = element?.dataset ?? {};
    const setting = (name: string): string => own[name] ?? this.#defaults[name] ?? '';
    const jsonp = (setting('jsonp') || 'never') as ClubSettings['jsonp'];
    const url = setting('url');
    const tokens = tokensFor(setting('tokens'), url, jsonp);
    const settings = { url, key: setting('key'), jsonp, tokens };
    if (settings.key === '')
      reportError(new UsageError('The script or the element needs data-url and data-key.'));
    const id = JSON.stringify(settings);
    const club = this.#clubs.get(id) ?? new Club({ ...settings, ...this.#sending });
    this.#clubs.set(id, club);
    return club;
  }

  #mount(element: HTMLElement): void {
    const mounted = this.#mounted.get(element) ?? this.#newMount(element);
    if (!mounted || this.#present.has(mounted)) return;
    this.#mounted.set(element, mounted);
    this.#present.add(mounted);
    void mounted.mount.load();
  }

  #newMount(element: HTMLElement): Mounted | null {
    const kind = element.dataset['fanclub'] ?? '';
    const widget = Object.hasOwn(WIDGETS, kind) ? WIDGETS[kind] : undefined;
    if (!widget) {
      const kinds = Object.keys(WIDGETS).join(', ');
      reportError(new UsageError(`data-fanclub="${kind}" is not one of ${kinds}.`));
      return null;
    }
    const club = this.clubOf(element);
    const contextOf = (): Context => this.#contextOf(element, club);
    const mount = new Mount(element, kind, widget, contextOf, (by) => this.#reloadAfter(by, club));
    return { mount, club };
  }

  /** A log-in changes what the other widgets show, except those that are the same for everybody. */
  #reloadAfter(by: Mount, club: Club): Promise<void> {
    return this.#reload((mount, of) => of === club && (mount === by || !mount.isForEverybody));
  }

  async #reload(isWanted: (mount: Mount, club: Club) => boolean): Promise<void> {
    for (const mounted of this.#present) if (!mounted.mount.isConnected) this.#present.delete(mounted);
    const wanted = [...this.#present].filter(({ mount, club }) => isWanted(mount, club));
    await Promise.all(wanted.map(({ mount }) => mount.load()));
  }

  #contextOf(element: HTMLElement, club: Club): Context {
    const language = element.closest<HTMLElement>('[lang]')?.lang ?? document.documentElement.lang;
    return {
      club,
      options: element.dataset,
      now: this.#now,
      locale: localeOf(language),
      texts: textsFrom(textsOfPage(), this.#defaults, element.dataset),
    };
  }
}

/** Bearer tokens for pages on another site than the service, unless the page says otherwise: `memory`, `storage` or `never`. */
function tokensFor(wanted: string, url: string, jsonp: ClubSettings['jsonp']): ClubSettings['tokens'] {
  const isPlace = wanted === 'memory' || wanted === 'storage';
  if (!isPlace && wanted !== '' && wanted !== 'never')
    reportError(new UsageError(`data-tokens="${wanted}" is not one of memory, storage, never.`));
  if (jsonp !== 'never') {
    if (isPlace) reportError(new UsageError('data-tokens and data-jsonp cannot be used together.'));
    return undefined;
  }
  if (isPlace) return wanted;
  return wanted === '' && isOtherSite(hostOf(url), location.hostname) ? 'storage' : undefined;
}

/** The host of an address; that of the page for an address that the client will refuse. */
function hostOf(url: string): string {
  try {
    return new URL(url, document.baseURI).hostname;
  } catch {
    return location.hostname;
  }
}

let known: { json: string; texts: Texts } = { json: '{}', texts: {} };

/** The texts in `<script type="application/json" data-fanclub-texts>`, a block of data, which a strict policy allows. */
function textsOfPage(): Texts {
  const json = document.querySelector('script[data-fanclub-texts]')?.textContent ?? '{}';
  if (json !== known.json) {
    known = { json, texts: {} };
    try {
      known = { json, texts: JSON.parse(json) as Texts };
    } catch (error) {
      reportError(error);
    }
  }
  return known.texts;
}
