import type { VisitedPage } from '../pages';
import type { TestApp } from '../start-test-app';

/** The page of the newest order, for a buyer whom the checkout has sent to its payment page. */
export async function openPlaced(
  t: TestApp,
  pages: { open(path: string): Promise<VisitedPage> },
  placing: VisitedPage,
): Promise<VisitedPage> {
  const [{ id, fanclubId }] = await t.db.query<[{ id: number; fanclubId: number }]>(
    'SELECT id, fanclub_id AS "fanclubId" FROM orders ORDER BY id DESC LIMIT 1',
  );
  const page = await pages.open(`/fanclubs/${fanclubId}/orders/${id}`);
  // The same page as the link, which resumes an order.
  expect([placing.status, placing.location]).toEqual([303, page.links['Go to the payment']]);
  return page;
}
