import { countryName, displayPrice, humanDate, isZero } from '#libs/format';
import type { FanclubInfo } from '#platform/access';
import type { Offer } from '#domains/checkout';
import type { Parcel } from '#domains/shipping';
import { textBlocks } from './html-text';

/** An offer as the checkout shows it. */
export type OfferView = ReturnType<typeof offerView>;

/** Removes the HTML from catalogue texts. Shipping within `homeCountry` is domestic. */
export function offerView(
  offer: Offer,
  { homeCountry, timeZone }: Pick<FanclubInfo, 'homeCountry' | 'timeZone'>,
) {
  const { plan, benefits, price } = offer;
  const [description, onlineBenefits] = [textBlocks(plan.description), textBlocks(plan.onlineBenefits)];
  return {
    plan: plan.name,
    annotations: textBlocks(plan.annotations),
    /** Whether there is more to say than what it costs. */
    hasTexts:
      plan.package !== null || [description, onlineBenefits, benefits].some(({ length }) => length > 0),
    description,
    onlineBenefits,
    benefits: benefits.map(({ summary, details }) => ({ summary, details: textBlocks(details) })),
    /** Null for a plan without goods. */
    package: plan.package && {
      name: plan.package.name,
      description: textBlocks(plan.package.description),
    },
    /** The table of the order. */
    rows: [
      { item: membershipText(offer, timeZone), price },
      ...packageRows(offer, homeCountry),
      ...codeRow(offer),
      ...totalRow(offer),
    ],
  };
}

/** A package as the checkout shows it before it is ordered. */
export interface ParcelView {
  /** The lines of the address. */
  readonly address: readonly string[];
  readonly choices: readonly { readonly name: string; readonly option: string }[];
  /** The page that changes both. */
  readonly change: string;
}

/** @param change the page that changes it */
export function parcelView({ address, choices }: Parcel, change: string): ParcelView {
  const { first_name, last_name, address: street, address_2, city, state, postal_code, country } = address;
  const place = [city, [state, postal_code].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  const lines = [`${first_name} ${last_name}`, street, address_2, place, countryName(country)];
  return {
    address: lines.filter((line) => line.trim() !== ''),
    choices: choices.map(({ name, chosen }) => ({ name, option: chosen?.name ?? 'No choice' })),
    change,
  };
}

function packageRows(
  { plan, quote, lacks, code }: Offer,
  homeCountry: string,
): { item: string; price: string }[] {
  if (!plan.package) return [];
  const { items, domestic, international } = plan.package;
  const included = items.map(({ name }) => ({ item: name, price: 'Included' }));
  if (code?.coversShipping) return [...included, { item: 'Shipping', price: 'Free' }];
  if (quote && !lacks.address && !isZero(quote.total))
    return [...included, { item: 'Shipping', price: displayPrice(quote.shipping, plan.currency) }];
  const [home, abroad] = [domestic, international].map((amount) => displayPrice(amount, plan.currency));
  if (home === abroad) return [...included, { item: 'Shipping', price: home }];
  return [
    ...included,
    { item: `Shipping (${countryName(homeCountry)})`, price: home },
    { item: 'Shipping (other countries)', price: abroad },
  ];
}

/** What an entered code takes off the price. */
function codeRow({ code }: Offer): { item: string; price: string }[] {
  if (code?.discount == null) return [];
  return [{ item: code.kind === 'gift' ? 'Gift code' : 'Discount', price: `−${code.discount}` }];
}

/** What this visitor pays, if that differs from the price of the plan. */
function totalRow({ quote, plan, lacks, code }: Offer): { item: string; price: string }[] {
  if (!quote || lacks.address) return [];
  if (code?.discount == null && (!plan.package || isZero(quote.total))) return [];
  return [{ item: 'Total', price: displayPrice(quote.total, plan.currency) }];
}

function membershipText({ plan, change, begins, ends, code }: Offer, timeZone: string): string {
  const verb = { upgrade: 'Upgrade to ', renewal: 'Renewal of ', conversion: '' };
  const terms = [...(plan.trial ? ['trial membership'] : []), termText(plan, ends, timeZone)];
  const from =
    begins === null
      ? ''
      : `, from ${humanDate(begins, timeZone)}, when your ${code?.kind === 'gift' ? 'present membership' : 'trial'} ends`;
  return `${change === null ? '' : verb[change]}${plan.name} (${terms.join(', ')})${from}`;
}

/** `1 year`, `18 months`, or `until December 31, 2026` for a plan that ends with its season. */
function termText({ duration: months }: Offer['plan'], ends: Date | null, timeZone: string): string {
  if (months === null) return ends ? `until ${humanDate(ends, timeZone)}` : 'no end date';
  const [count, unit] = months % 12 === 0 ? [months / 12, 'year'] : [months, 'month'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
