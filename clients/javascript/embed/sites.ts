/** The name of a host, and not an address of digits or in brackets. */
const NAME = /[a-z][^.\]]*$/i;
/** A country's suffix for companies and others: `co.uk`, `com.au`. */
const SUFFIX = /\.(ac|co|com|gov|net|org)\.[a-z]{2}$/i;

/**
 * Whether a page of one host cannot rely on the cookies of another: they share neither the host nor the last two labels of their names. Without
 * the list of public suffixes, two websites below a rarer one count as one site; their pages say `data-tokens`.
 */
export function isOtherSite(service: string, page: string): boolean {
  return service !== page && (!NAME.test(service) || siteOf(service) !== siteOf(page));
}

const siteOf = (host: string): string =>
  host
    .split('.')
    .slice(SUFFIX.test(host) ? -3 : -2)
    .join('.');
