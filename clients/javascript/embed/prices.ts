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
