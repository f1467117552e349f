import type { DemoView } from './home';
import type { FormView } from './form.rules';
import type { OfferView } from './offer.rules';

/** What a link or a button that is one leads to. */
export interface Action {
  label: string;
  href: string;
}

/** Back to the fan club's website, or to another address of its own. */
export const backTo = (fanclub: ClubSite, href = fanclub.siteUrl): Action => ({
  label: `Back to ${fanclub.name}`,
  href,
});

/** The same for somebody who has finished what the page is for. */
export const continueTo = (fanclub: ClubSite, href = fanclub.siteUrl): Action => ({
  label: `Continue to ${fanclub.name}`,
  href,
});

type ClubSite = Readonly<Record<'name' | 'siteUrl', string>>;

/** A part of a text; with an address where it is a link. */
export interface TextPiece {
  text: string;
  href: string | null;
}

/** What each view shows beside its heading and its form; the name is that of the template in `views/`. */
export interface Views {
  login: {
    passwordReset: string;
    plans: string;
    register: string;
    /** Whether a membership waits in this browser for its buyer to register. */
    hasMembership: boolean;
  };
  logout: { lead: string };
  confirm: {
    paragraphs: readonly string[];
    /** The address that is to be confirmed; null where it stands in the form. */
    address: string | null;
    /** A second form, with one button, for who does not know the password; null where there is none. */
    unknown: { lead: string; name: string; button: string } | null;
    /** Where a forgotten password is reset; null where that is no way out. */
    forgotten: string | null;
  };
  register: { lead: string; login: string };
  password: {
    lead: string;
    /** Where one logs in; null where that is no way out. */
    login: string | null;
  };
  /** The log-in page of a visitor who is logged in. */
  'logged-in': {
    name: string;
    /** Where such a visitor goes on to. */
    next: string;
  };
  checkout: {
    /** Why the plan cannot be ordered, and what to do instead; empty and null where it can. */
    paragraphs: readonly string[];
    action: Action | null;
    offer: OfferView;
    /** Where to log in before ordering; null for who is logged in, and where nothing can be ordered. */
    login: string | null;
    /** Where to register before; null for who has registered, or has a membership to register for. */
    register: string | null;
  };
  home: {
    /** Path of the API. */
    api: string;
    /** Path of the health check. */
    health: string;
    /** Empty where no demo is loaded. */
    demo: readonly DemoView[];
  };
  notice: { paragraphs: readonly string[]; action: Action | null; second: Action | null };
  mails: {
    lead: string;
    /** Newest first. Text is in paragraphs of lines of pieces, of which some are links. */
    mails: readonly { subject: string; to: string; written: string; text: readonly TextPiece[][][] }[];
  };
}

/** A page to be shown. Made by {@link page} and {@link formPage}. */
export interface Page {
  readonly view: keyof Views;
  readonly status: number;
  readonly heading: string;
  readonly content: Views[keyof Views];
  /** Null for a page without form. */
  readonly form: FormView | null;
  /** Origins, beside our own, to which the form may lead in the end. */
  readonly leadsTo: readonly string[];
}

/** A page without form, answered with 200 unless another status is given. */
export function page<View extends keyof Views>(
  view: View,
  heading: string,
  content: Views[View],
  status = 200,
): Page {
  return { view, status, heading, content, form: null, leadsTo: [] };
}

/** A page with a form: 200, or 422 if the form names problems. */
export function formPage<View extends keyof Views>(
  view: View,
  heading: string,
  content: Views[View],
  form: FormView,
  leadsTo: readonly string[] = [],
): Page {
  return { view, status: form.problems.length > 0 ? 422 : 200, heading, content, form, leadsTo };
}

/** A page that says one thing, and may lead on; `second` is a way beside `action`. */
export function notice(
  heading: string,
  paragraphs: readonly string[],
  action: Action | null = null,
  second: Action | null = null,
): Page {
  return page('notice', heading, { paragraphs, action, second });
}

/** What answers a form that was accepted: the browser goes on to another address, with GET. */
export class SeeOther {
  constructor(readonly location: string) {}
}
