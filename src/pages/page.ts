import type { FanclubInfo } from '#platform/access';
import type { BenefitContent } from './content-view';
import type { CodeView } from './code-forms';
import type { FormView } from './form.rules';
import type { MembershipSection } from './membership.rules';
import type { OfferView, ParcelView } from './offer.rules';

/** A link, or a link that looks like a button. */
export interface Action {
  label: string;
  href: string;
}

const linkWith =
  (words: string) =>
  ({ name, siteUrl }: FanclubInfo, href = siteUrl): Action => ({ label: `${words} ${name}`, href });

/** A link back to the fan club's website, or to `href`. */
export const backTo = linkWith('Back to');

/** The same for visitors who have finished. */
export const continueTo = linkWith('Continue to');

/** A part of a text; `href` is null if it is not a link. */
export interface TextPiece {
  text: string;
  href: string | null;
}

/** Access to a demo fan club. */
export interface DemoAccess {
  /** Public key of the fan club. */
  key: string;
  email: string;
  password: string;
}

/** A demo fan club as the home page shows it. */
export interface DemoView extends DemoAccess {
  name: string;
  /** Path of its log-in page. */
  login: string;
}

/** A place that the home page leads to. */
export interface StartLink {
  label: string;
  href: string;
  /** What is there, in a sentence. */
  text: string;
}

/** The content of each view besides its heading and form, by the name of its template in `views/`. */
export interface Views {
  login: {
    passwordReset: string;
    plans: string;
    register: string;
    /** Whether the visitor has a membership and has not registered yet. */
    hasMembership: boolean;
    /** Links that begin a log-in with another account. */
    ways: readonly Action[];
  };
  logout: { lead: string };
  confirm: {
    paragraphs: readonly string[];
    /** The address to confirm; null if the form shows it. */
    address: string | null;
    /** A second form, with one button, for visitors who do not know the password; null if there is none. */
    unknown: { lead: string; name: string; button: string } | null;
    /** The page that resets a forgotten password; null to hide the link. */
    forgotten: string | null;
  };
  /** Links that begin a registration with another account are empty while one is under way. */
  register: { lead: string; login: string; ways: readonly Action[] };
  password: {
    lead: string;
    /** The log-in page; null to hide the link. */
    login: string | null;
  };
  /** The log-in page for logged-in visitors. */
  'logged-in': {
    name: string;
    next: string;
  };
  checkout: {
    /** Why the plan cannot be ordered; empty if it can. */
    paragraphs: readonly string[];
    action: Action | null;
    offer: OfferView;
    /** Where the package goes, and what was chosen for it; null if nothing is sent, or it is not known yet. */
    parcel: ParcelView | null;
    /** The gift code or coupon that the visitor has entered; null for none. */
    code: CodeView | null;
    /** The form that enters or removes it; null: a code cannot be used. */
    codeForm: FormView | null;
    /** The log-in page; null for visitors who have logged in or registered, and if nothing can be ordered. */
    login: string | null;
    /** The registration page; null for visitors who have registered, or have a membership to register for. */
    register: string | null;
    /** The page that buys the plan for somebody else; null: it cannot be given. */
    gift: string | null;
    /** The page that takes a gift code, if the plan is sold out and none was entered; null otherwise. */
    redeem: string | null;
  };
  redeem: { paragraphs: readonly string[]; back: Action };
  membership: {
    sections: readonly MembershipSection[];
    /** The texts and files of the membership; shown after the first section. */
    benefits: readonly BenefitContent[];
    /** Other pages, the fan club's site at last. */
    links: readonly Action[];
  };
  /** A member's data. */
  'own-data': {
    sections: readonly {
      readonly heading: string;
      readonly paragraphs: readonly string[];
      readonly forms: readonly FormView[];
    }[];
    back: Action;
  };
  /** What an application asks a member for. */
  allow: {
    lead: string;
    items: readonly string[];
    end: string;
    refuse: FormView;
  };
  /** A plan as a gift for somebody else. */
  gift: {
    plan: string;
    paragraphs: readonly string[];
    /** The table of the gift. */
    rows: readonly { item: string; price: string }[];
    /** The log-in page; null for visitors with an account. */
    login: string | null;
  };
  /** A bought gift, for its buyer. */
  'own-gift': {
    paragraphs: readonly string[];
    /** The card; null: there is none any more. */
    card: Action | null;
    /** The form that sends the mail today; null: no address is known. */
    mailNow: FormView | null;
    back: Action;
  };
  /** The card of a gift, to print. */
  'gift-card': {
    club: string;
    plan: string;
    recipient: string | null;
    sender: string | null;
    /** The lines of the message. */
    message: readonly string[];
    code: string;
    /** The address of the page that redeems it. */
    redeem: string;
    /** What the code gives during its season and later; null: the same at any time. */
    season: string | null;
    /** What redeeming costs; null: nothing. */
    note: string | null;
    back: Action;
  };
  /** The draw of a contest, for everybody. */
  draw: {
    /** The state in words, and the visitor's own entry. */
    paragraphs: readonly string[];
    file: Action | null;
    /** What was published so far. */
    facts: readonly { label: string; value: string }[];
    /** Empty before the draw. */
    prizes: readonly { name: string; places: readonly { rank: number; entry: number; state: string }[] }[];
    /** To other places; empty if all are on the page. */
    pages: readonly Action[];
    /** How to verify the file, and what the method does not show. */
    method: readonly string[];
    /** JavaScript that verifies the file; null before the draw. */
    script: string | null;
  };
  /** A prize, for who was drawn. */
  'contest-win': {
    paragraphs: readonly string[];
    /** The form that declines it; null: it is decided. */
    decline: FormView | null;
    draw: Action;
  };
  /** The presale code of a ticket link. */
  'link-code': {
    /** The event and the link. */
    what: string;
    paragraphs: readonly string[];
    /** The member's code. Null: none, or not to be seen yet. */
    code: string | null;
    /** How to use it. Null: nothing was said. */
    instructions: readonly string[] | null;
    action: Action | null;
    /** When the presale opens (ISO texts, and `text` for readers); the script shows the form then. Null: it has opened. */
    opening: {
      at: string;
      now: string;
      text: string;
      /** The address of this page. */
      page: string;
      script: string;
    } | null;
    back: Action;
  };
  order: {
    paragraphs: readonly string[];
    /** The table of the order; empty for a free plan. */
    rows: readonly { item: string; price: string }[];
    action: Action | null;
    /** Seconds after which the page is loaded again; null: never. */
    refreshAfter: number | null;
  };
  home: {
    api: string;
    reference: string;
    health: string;
    /** Other places of this machine; empty unless `npm start` serves them. */
    links: readonly StartLink[];
    /** Empty if no demo is loaded. */
    demo: readonly DemoView[];
  };
  notice: { paragraphs: readonly string[]; action: Action | null; second: Action | null };
  mails: {
    lead: string;
    list: string;
    /** Newest first. */
    mails: readonly { subject: string; to: string; written: string; href: string; isShown: boolean }[];
    /** Null if there are no mails. A text has paragraphs; a paragraph has lines; a line has pieces. */
    shown: {
      subject: string;
      to: string;
      written: string;
      text: readonly TextPiece[][][];
      /** The address of its HTML; null if it has none. */
      html: string | null;
    } | null;
    /** Whether the visitor has chosen the mail; a narrow screen then shows it in place of the list. */
    isChosen: boolean;
  };
}

/** A page to show. {@link page} and {@link formPage} make it. */
export interface Page {
  readonly view: keyof Views;
  readonly status: number;
  readonly heading: string;
  readonly content: Views[keyof Views];
  /** Null for a page without form. */
  readonly form: FormView | null;
  /** Origins, besides our own, that the form may redirect to. */
  readonly leadsTo: readonly string[];
  /** Whether it frames a document of the service. */
  readonly hasFrame?: boolean;
  /** The text of its script; absent: it has none. */
  readonly script?: string;
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

/** A page with a form, answered with 200, or with 422 if the form has problems. */
export function formPage<View extends keyof Views>(
  view: View,
  heading: string,
  content: Views[View],
  form: FormView,
  leadsTo: readonly string[] = [],
): Page {
  return { view, status: form.problems.length > 0 ? 422 : 200, heading, content, form, leadsTo };
}

/** A page with a message, and with up to two links. */
export function notice(
  heading: string,
  paragraphs: readonly string[],
  action: Action | null = null,
  second: Action | null = null,
): Page {
  return page('notice', heading, { paragraphs, action, second });
}

/** The answer to an accepted form: a redirect. */
export class SeeOther {
  constructor(readonly location: string) {}
}
