import type { Plan } from '#domains/plans/plan.entity';
import { openBank, withDemoBank } from '../support/payments/demo-bank';
import { testApp } from '../support/start-test-app';
import { browser } from './chromium';
import { type Device, Visitor } from './visitor';

/**
 * A fan club that sells the plan "Gold" for 24.99 at the demo bank. Call it at the top of a suite.
 * @param story the first part of the names of its pictures
 */
export function shop(story: string) {
  const t = testApp(withDemoBank);
  const chromium = browser();
  /** New for each test. */
  const given = {} as { plan: Plan };

  beforeEach(async () => {
    await t.given.fanclub({ name: 'The Lanterns', siteUrl: 'https://lanterns.example' });
    await openBank(t);
    given.plan = await t.given.plan({ name: 'Gold', price: '24.99' });
  });

  /** The address of a page of the fan club. */
  const own = (path: string): string => `${t.origin}/fanclubs/${given.plan.fanclubId}/${path}`;

  return {
    t,
    given,
    own,
    /** Where the plan is bought. */
    checkout: (): string => own(`plans/${given.plan.id}/checkout`),
    /** A new visitor. @param part of the story, if it has several */
    visitor: (device: Device, part = ''): Promise<Visitor> =>
      Visitor.come(chromium, part ? `${story}-${part}` : story, device),
  };
}
