import { countStatements } from '#libs/testing';
import type { Api } from '../support/api';
import { loggedIn } from '../support/logged-in';
import { testApp } from '../support/start-test-app';
import { API_ROUTES, OTHER_ROUTES } from './routes';

const t = testApp();

/** Reads by people; partners' reads write an audit. */
const READS = API_ROUTES.filter(([method, , caller]) => method === 'GET' && caller !== 'partner');

/** What shows what the database has for the visitor alone, beside who they are. */
const OWN = new Set([
  '/account/shipping',
  '/contests',
  '/contests/:id',
  '/logout',
  '/orders',
  '/orders/:id',
  '/orders/latest',
  '/subscriptions',
  '/subscriptions/:id',
  '/subscriptions/queued',
]);

/** A member who has something of everything, and the path with the id of what they have. */
async function member(path: string): Promise<{ client: Api; path: string }> {
  const plan = await t.given.plan();
  const customer = await t.given.customer();
  const subscription = await t.given.subscription({ customer, plan });
  await t.given.queuedSubscription({ customer, plan });
  const order = await t.given.order({ customer, plan });
  await t.given.package(plan);
  await t.given.shipment({ order });
  await t.given.shippingAddress({ customer });
  await t.given.benefit({ plans: [plan] });
  const event = await t.given.event();
  await t.given.ticketLink({ event, exclusive: true });
  const contest = await t.given.contest({ event });
  await t.given.entry({ contest, customer });
  const ids: Record<string, number> = {
    '/contests/:id': contest.id,
    '/events/:id': event.id,
    '/orders/:id': order.id,
    '/subscriptions/:id': subscription.id,
  };
  return { client: await loggedIn(t, customer), path: path.replace(':id', String(ids[path])) };
}

/** The statements of a request to a fan club in memory, and whether it was refused. */
async function statementsOf(
  client: Api,
  path: string,
): Promise<{ refused: boolean; statements: readonly string[] }> {
  const counter = countStatements();
  const { body } = await client.get(path);
  return { refused: body.status === 'error', statements: counter.stop() };
}

describe.each(READS)('%s %s', (_method, route, caller) => {
  it('asks the database nothing for a visitor who is not logged in', async () => {
    const { path } = await member(route);
    expect(await statementsOf(t.api, path)).toEqual({ refused: caller === 'customer', statements: [] });
  });

  const most = OWN.has(route) ? 2 : 1;
  it(`asks it at most ${most === 1 ? 'once' : 'twice'} for a member`, async () => {
    const { client, path } = await member(route);
    const { refused, statements } = await statementsOf(client, path);
    expect([refused, statements.slice(most)]).toEqual([false, []]);
  });
});

const PAGES = OTHER_ROUTES.filter(([method, path]) => method === 'GET' && path.startsWith('/fanclubs/'));

it.each(PAGES)(
  '%s %s asks it nothing, or what is sold, of a visitor who was sent no link',
  async (_, route) => {
    const { id } = await t.given.fanclub();
    const plan = await t.given.plan({ price: '0.00' });
    const path = route.replace(':fanclubId', String(id)).replace(':id', String(plan.id));
    const counter = countStatements();
    const { status } = await fetch(`${t.origin}${path}`, { redirect: 'manual' });
    expect(counter.stop()).toHaveLength(route.endsWith('/checkout') ? 1 : 0);
    expect(status).toBeLessThan(500);
  },
);
