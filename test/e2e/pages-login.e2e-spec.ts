import { PASSWORD } from '../factories';
import { Pages } from '../support/pages';
import { testApp } from '../support/start-test-app';

const t = testApp();

const visitor = () => new Pages(t.origin);

it('logs in', async () => {
  const club = await t.given.fanclub({ name: 'The Lanterns' });
  await t.given.customer({ email: 'ada@x.example' });
  const page = await visitor().open(`/fanclubs/${club.id}/login`);
  expect(page.status).toBe(200);
  expect(page.heading).toBe('Log in');
  const wrong = await page.submit({ email: 'ada@x.example', password: 'wrong' });
  expect([wrong.status, wrong.problems]).toEqual([422, ['Email and password combination is incorrect.']]);
  const right = await wrong.submit({ password: PASSWORD });
  expect([right.status, right.location]).toEqual([303, club.siteUrl]);
});
