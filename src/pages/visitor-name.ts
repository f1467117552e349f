import type { Viewer } from '#platform/access';

/** How a logged-in visitor is called: by first name, else by address. Null for anybody else. */
export function visitorName({ customer }: Viewer): string | null {
  return customer && (customer.firstName ?? customer.email);
}
