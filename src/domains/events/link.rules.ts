import { randomUUID } from 'node:crypto';
import { type AffiliateCodes, type Membership, Viewer } from '#platform/access';
import type { Readership } from '#platform/answers';
import type { PublishedLink } from './published-event';

declare const visible: unique symbol;

/** A link as a viewer may see it. Only {@link visibleLink} creates it, and serializers accept no other link. */
export type VisibleLink = PublishedLink & { readonly [visible]: true };

export type LinkSchedule = 'upcoming' | 'current' | 'past';

/**
 * The schedule of a link at an instant (contract 6.3). Both ends are inclusive. A link with `Show` has no start.
 * @param dayEnd the end of the event's local day, the end of links without their own
 */
export function scheduleOf(link: PublishedLink, dayEnd: Date, now: Date): LinkSchedule {
  if (now > (link.publishEnd ?? dayEnd)) return 'past';
  const hasStarted = link.status === 'Show' || link.publishStart === null || now >= link.publishStart;
  return hasStarted ? 'current' : 'upcoming';
}

/** Whether a subscription entitles to a link (contract 6.5). */
export function isEntitled(membership: Membership | null, link: PublishedLink): membership is Membership {
  if (!membership?.exclusiveAccess) return false;
  return link.planIds.length === 0 || link.planIds.includes(membership.plan.id);
}

/**
 * The visibility rule (contract 6.16). An entitled viewer gets the link's codes and their own codes of its affiliate. For other
 * viewers an exclusive link leads to the fan club's plans and has no codes, instructions or affiliate.
 */
export function visibleLink(link: PublishedLink, viewer: Viewer): VisibleLink {
  const { membership } = viewer;
  if (isEntitled(membership, link)) {
    const own = ownCodes(membership, link);
    return asVisible(own.length === 0 ? link : { ...link, codes: [...link.codes, ...own] });
  }
  return link.exclusive ? concealed(link, viewer.fanclub.plansUrl) : asVisible(link);
}

/** Stands for a customer's own codes. It is random, so that no published text contains it. */
const PLACE = randomUUID();

/**
 * All that the links of a viewer depend on. Customers of the same plan see the same links, except for their own codes, which have
 * places in the answer.
 */
export function linkReadership(viewer: Viewer): Readership {
  const { visit, membership } = viewer;
  if (!visit || !membership?.exclusiveAccess) return { text: '' };
  const affiliates = membership.affiliates.filter(({ codes }) => codes.length > 0);
  const placeOf = ({ id }: AffiliateCodes): string => `${PLACE}-${id}`;
  const general = affiliates.map((own) => ({ ...own, codes: [placeOf(own)] }));
  const customer = { ...visit.customer, membership: { ...membership, affiliates: general } };
  return {
    text: JSON.stringify([membership.plan.id, affiliates.map(({ id }) => id)]),
    viewer: new Viewer({ ...viewer, visit: { ...visit, customer } }),
    own: new Map(
      affiliates.map((own) => [
        JSON.stringify(placeOf(own)),
        own.codes.map((code) => JSON.stringify(code)).join(),
      ]),
    ),
  };
}

/** Only for links of which the viewer may see all fields. */
const asVisible = (link: PublishedLink): VisibleLink => link as VisibleLink;

/** Cached, because the JSON of a link is cached by the identity of the object. */
const concealedLinks = new WeakMap<PublishedLink, VisibleLink>();

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
