/** Two labels and more are the name of a host, and not an address. */
const NAME = /[a-z-][^.]*$/i;

/**
 * Whether a page of one host cannot rely on the cookies of another: they share neither the host nor the last two labels of their names. Without
 * the list of public suffixes, two websites below the same one (`a.co.uk`, `b.co.uk`) count as one site; their pages say `data-tokens`.
 */
export function isOtherSite(service: string, page: string): boolean {
  return service !== page && (!NAME.test(service) || siteOf(service) !== siteOf(page));
}

const siteOf = (host: string): string => host.split('.').slice(-2).join('.');
