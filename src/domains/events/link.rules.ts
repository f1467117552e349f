import type { Membership, Viewer } from '#platform/access';
import type { PublishedLink } from './published-event';

declare const visible: unique symbol;

/** A link as one viewer may see it. Only {@link asSeenBy} makes it, and serializers accept nothing else. */
export type VisibleLink = PublishedLink & { readonly [visible]: true };

/** Where a link stands in time. */
export type LinkSchedule = 'upcoming' | 'current' | 'past';

/**
 * Where a link stands at an instant (decisions 6.3). `dayEnd` is the end of the event's local day, until which a link
 * without an end is published. Both ends are inclusive. `Show` knows no start.
 */
export function scheduleOf(link: PublishedLink, dayEnd: Date, now: Date): LinkSchedule {
  if (now > (link.publishEnd ?? dayEnd)) return 'past';
  const hasStarted = link.status === 'Show' || link.publishStart === null || now >= link.publishStart;
  return hasStarted ? 'current' : 'upcoming';
}

/** Whether a subscription opens a link: its plan has exclusive access and the link is not limited to others (decisions 6.5). */
export function isEntitled(membership: Membership | null, link: PublishedLink): membership is Membership {
  if (!membership?.exclusiveAccess) return false;
  return link.planIds.length === 0 || link.planIds.includes(membership.plan.id);
}

/**
 * The specification's visibility rule. An entitled viewer gets the link's codes followed by their own for its affiliate.
 * To anybody else, an exclusive link leads to the fan club's plans and tells neither codes nor instructions nor affiliate,
 * and any other link is shown as it is.
 */
export function asSeenBy(viewer: Viewer, link: PublishedLink): VisibleLink {
  const { membership } = viewer;
  if (isEntitled(membership, link)) {
    const own = ownCodes(membership, link);
    return asVisible(own.length === 0 ? link : { ...link, codes: [...link.codes, ...own] });
  }
  return link.exclusive ? concealed(link, viewer.fanclub.plansUrl) : asVisible(link);
}

/** Private: whoever calls it has decided that the viewer may see everything in `link`. */
const asVisible = (link: PublishedLink): VisibleLink => link as VisibleLink;

/** By the link itself, so that the JSON of a concealed link is cached like that of any other. */
const concealedLinks = new WeakMap<PublishedLink, VisibleLink>();

/** What anybody may know of an exclusive link. */
function concealed(link: PublishedLink, plansUrl: string): VisibleLink {
  let known = concealedLinks.get(link);
  if (known?.url !== plansUrl) {
    known = asVisible({ ...link, url: plansUrl, codes: [], codeInstructions: null, affiliateId: null });
    concealedLinks.set(link, known);
  }
  return known;
}

function ownCodes(membership: Membership, link: PublishedLink): readonly string[] {
  return membership.affiliates.find(({ id }) => id === link.affiliateId)?.codes ?? [];
}
