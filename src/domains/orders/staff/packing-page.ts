import { escapedHtml } from '#libs/look';
import { nameOf } from './parcel.serializer';
import type { ParcelRow } from './parcels.queries';

/** The policy of the page: nothing is loaded, and its own styles apply. */
export const PACKING_PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

const STYLE = `
body { font: 14px/1.4 sans-serif; margin: 2em; }
article { border-top: 1px solid #000; padding: 1em 0; break-inside: avoid; display: flex; gap: 3em; }
address { font-style: normal; font-size: 16px; min-width: 18em; }
ul { list-style: '\\2610\\00a0'; margin: 0; padding-left: 1.5em; }`;

/** A packing list to print: one block per parcel, with a box to tick for each item. */
export function packingPage(batch: { id: number; createdAt: Date }, parcels: readonly ParcelRow[]): string {
  const title = `Packing list ${batch.id}`;
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${title}</title><style>${STYLE}</style></head>
<body>
<h1>${title}</h1>
<p>${batch.createdAt.toISOString().slice(0, 10)}, ${parcels.length} ${parcels.length === 1 ? 'parcel' : 'parcels'}</p>
${parcels.map(parcelBlock).join('\n')}
</body>
</html>
`;
}

function parcelBlock({ id, orderId, planName, address, items }: ParcelRow): string {
  const town = address && [address.postal_code, address.city, address.state].filter(Boolean).join(' ');
  const lines = address
    ? [nameOf(address), address.address, address.address_2, town, address.country].filter(Boolean)
    : ['no address'];
  const packed = items.map(
    ({ name, option }) => `<li>${escapedHtml(option ? `${name}: ${option}` : name)}</li>`,
  );
  return `<article>
<address>${lines.map((line) => escapedHtml(line ?? '')).join('<br>')}</address>
<section><p>Parcel ${id}, order ${orderId}, ${escapedHtml(planName)}</p><ul>${packed.join('')}</ul></section>
</article>`;
}
