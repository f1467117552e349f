import { countryName, displayPrice } from '#libs/format';
import type { FanclubInfo } from '#platform/access';
import type { Offer } from '#domains/checkout';
import { type Block, textBlocks } from './html-text';

/** An offer as the checkout shows it. Texts of the catalogue are without their HTML. */
export interface OfferView {
  plan: string;
  annotations: Block[];
  description: Block[];
  /** The plan's own text about benefits. */
  onlineBenefits: Block[];
  /** The benefits of members with the plan. */
  benefits: { summary: string; details: Block[] }[];
  /** Null for a plan without goods. */
  package: { name: string; description: Block[] } | null;
  /** The table of the order. */
  rows: { item: string; price: string }[];
}

/** Shows an offer. Shipping within `homeCountry` is domestic. */
export function offerView(offer: Offer, { homeCountry }: Pick<FanclubInfo, 'homeCountry'>): OfferView {
  const { plan, benefits, price } = offer;
  return {
    plan: plan.name,
    annotations: textBlocks(plan.annotations),
    description: textBlocks(plan.description),
    onlineBenefits: textBlocks(plan.onlineBenefits),
    benefits: benefits.map(({ summary, details }) => ({ summary, details: textBlocks(details) })),
    package: plan.package && {
      name: plan.package.name,
      description: textBlocks(plan.package.description),
    },
    rows: [{ item: membershipText(offer), price }, ...packageRows(offer, homeCountry)],
  };
}

function packageRows({ plan }: Offer, homeCountry: string): OfferView['rows'] {
  if (!plan.package) return [];
  const { items, domestic, international } = plan.package;
  const included = items.map(({ name }) => ({ item: name, price: 'Included' }));
  const [home, abroad] = [domestic, international].map((amount) => displayPrice(amount, plan.currency));
  if (home === abroad) return [...included, { item: 'Shipping', price: home }];
  return [
    ...included,
    { item: `Shipping (${countryName(homeCountry)})`, price: home },
    { item: 'Shipping (other countries)', price: abroad },
  ];
}

function membershipText({ plan, change }: Offer): string {
  const verb = { upgrade: 'Upgrade to ', renewal: 'Renewal of ' };
  const terms = [...(plan.trial ? ['trial membership'] : []), durationText(plan.duration)];
  return `${change === null ? '' : verb[change]}${plan.name} (${terms.join(', ')})`;
}

/** `1 year`, `18 months`. */
function durationText(months: number | null): string {
  if (months === null) return 'no end date';
  const [count, unit] = months % 12 === 0 ? [months / 12, 'year'] : [months, 'month'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
