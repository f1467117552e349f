import type { Viewer } from '#platform/access';

/** The first name of a logged-in visitor, or the address if there is no name. Null for other visitors. */
export function visitorName({ customer }: Viewer): string | null {
  return customer && (customer.firstName ?? customer.email);
}
