import type { Viewer } from '#platform/access';
import { continueTo, notice, type Page } from './page';
import { type PageAddresses, withRedirect } from './page-addresses';
import { visitorName } from './visitor-name';

/**
 * The page of an order for everybody but the buyer. It says nothing about the order.
 * @param page the page of the order that was asked for, without the path of the fan club
 */
export function foreignOrder(viewer: Viewer, page: string, addresses: PageAddresses): Page {
  const { fanclub } = viewer;
  const name = visitorName(viewer);
  const login = withRedirect(addresses.own(fanclub.id, 'login'), addresses.absolute(fanclub.id, page));
  if (name !== null) {
    const paragraphs = [
      `You are logged in as ${name}, and this order is not one of that account.`,
      'If you have another account, log in with the one that ordered.',
    ];
    const other = { label: 'Log in with another account', href: login };
    return notice('Not an order of yours', paragraphs, continueTo(fanclub), other);
  }
  const paragraphs = [
    'An order is shown to its buyer only. Log in to see it, or open this page in the browser in which you ordered.',
    'If you have just paid, nothing is lost: the receipt is sent to you by mail.',
  ];
  return notice('Log in to see your order', paragraphs, { label: 'Log in', href: login });
}
