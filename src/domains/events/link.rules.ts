import { randomUUID } from 'node:crypto';
import { type AffiliateCodes, grantsAccess, type Membership, Viewer } from '#platform/access';
import type { Readership } from '#platform/answers';
import { isEntitledTo, type OwnCodes, stageOf, viewerWithCodes } from '#domains/presale-codes';
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
  return grantsAccess(membership, link.planIds);
}

/** What links print of presale pools: who reads them, and when. */
export interface PresaleReader {
  /** The viewer's live codes by the ids of their pools. */
  readonly codes: OwnCodes;
  readonly now: Date;
  /** The address of the page that gives the code of a link. */
  readonly claimPage: (linkId: number) => string;
}

/**
 * The visibility rule (contract 6.16). An entitled viewer gets the link's codes, their own code of its pool, and their own codes of
 * its affiliate. For other viewers an exclusive link leads to the fan club's plans and has no codes, instructions or affiliate.
 */
export function visibleLink(link: PublishedLink, viewer: Viewer, presale: PresaleReader): VisibleLink {
  const { membership } = viewer;
  if (isEntitled(membership, link)) {
    const { url, codes } = ofPool(link, membership, presale);
    const own = [...codes, ...ownCodes(membership, link)];
    const isAsPublished = own.length === 0 && url === link.url;
    return asVisible(isAsPublished ? link : { ...link, url, codes: [...link.codes, ...own] });
  }
  return link.exclusive ? concealed(link, viewer.fanclub.plansUrl) : asVisible(link);
}

/**
 * What an entitled viewer gets of the link's pool: the code once the pool has opened. Until a member has claimed a code of a pool on
 * request, the link leads to the page that gives it.
 */
function ofPool(
  { id, url, pool }: PublishedLink,
  membership: Membership,
  { codes, now, claimPage }: PresaleReader,
): { readonly url: string; readonly codes: readonly string[] } {
  if (!pool || !isEntitledTo(membership, pool)) return { url, codes: [] };
  const stage = stageOf(pool, now);
  const code = codes.get(pool.id);
  if (code !== undefined && stage !== 'upcoming') return { url, codes: [code] };
  const isToClaim = pool.mode === 'on_request' && stage !== 'closed';
  return { url: isToClaim ? claimPage(id) : url, codes: [] };
}

/** Stands for a customer's own codes. It is random, so that no published text contains it. */
const PLACE = randomUUID();

/**
 * All that the links of a viewer depend on. Customers of the same plan see the same links, except for their own codes, which have
 * places in the answer.
 *
 * @param codes the viewer's codes of presale pools
 */
export function linkReadership(viewer: Viewer, codes: OwnCodes): Readership {
  const { visit, membership } = viewer;
  if (!visit || !membership?.exclusiveAccess) return { text: '' };
  const affiliates = membership.affiliates.filter(({ codes }) => codes.length > 0);
  const placeOf = ({ id }: AffiliateCodes): string => `${PLACE}-${id}`;
  const placeOfPool = (id: number): string => `${PLACE}-pool-${id}`;
  const general = affiliates.map((own) => ({ ...own, codes: [placeOf(own)] }));
  const customer = { ...visit.customer, membership: { ...membership, affiliates: general } };
  return {
    text: JSON.stringify([membership.plan.id, affiliates.map(({ id }) => id), [...codes.keys()]]),
    viewer: viewerWithCodes(
      new Viewer({ ...viewer, visit: { ...visit, customer } }),
      new Map([...codes.keys()].map((id) => [id, placeOfPool(id)])),
    ),
    own: new Map([
      ...affiliates.map((own): [string, string] => [
        JSON.stringify(placeOf(own)),
        own.codes.map((code) => JSON.stringify(code)).join(),
      ]),
      ...[...codes].map(([id, code]): [string, string] => [
        JSON.stringify(placeOfPool(id)),
        JSON.stringify(code),
      ]),
    ]),
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
