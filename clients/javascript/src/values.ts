/**
 * A time of the API as a `Date`: `2013-06-01T19:00:00-0700`, `2013-05-01 07:00:00 UTC` or ISO 8601 (contract 2.8 to 2.11). Not all browsers
 * parse the first two. A day, such as `2013-01-30` or `January 30, 2013`, is its beginning in the zone of the browser, so that it is shown
 * as this day.
 */
export const toDate = (time: string): Date =>
  new Date(
    time
      .replace(/^\d{4}-\d\d-\d\d$/, '$&T00:00')
      .replace(' UTC', 'Z')
      .replace(' ', 'T')
      .replace(/([+-]\d\d)(\d\d)$/, '$1:$2'),
  );

/**
 * An amount (contract 2.7) in the notation of a display price: `25.0` beside `$1,250.00` is `$25.00`. The API sends the currency only in
 * display prices. Beside `Free`, which has none, it is the number alone.
 */
export function priceLike(displayPrice: string, amount: string): string {
  const number = Number(amount).toLocaleString('en-US', {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
  return /\d/.test(displayPrice) ? displayPrice.replace(/\d[\d.,]*/, () => number) : number;
}
