import { daysFrom } from '#samples';
import { staffOf } from '../support/staff-client';
import { testApp } from '../support/start-test-app';

const t = testApp();

const path = async (rest = ''): Promise<string> => `/fanclubs/${(await t.given.tenant!).id}/news${rest}`;

const ARTICLE = {
  slug: 'on-tour',
  title: 'On tour',
  teaser: 'We play again',
  body: '<p>In May</p><script>alert(1)</script>',
};

it('lets staff write an article, which visitors read when it is published', async () => {
  const kim = await staffOf(t, 'manager');
  const now = t.clock.now();
  const made = await kim.post(await path(), { ...ARTICLE, published_at: daysFrom(now, 1).toISOString() });
  expect(made).toMatchObject({ status: 201, body: { slug: 'on-tour', body: '<p>In May</p>', plan: null } });
  const { id } = made.body as { id: number };
  expect((await t.api.get('/news')).body.articles).toEqual([]);

  const published = { published_at: daysFrom(now, -1).toISOString() };
  const changed = await kim.patch(await path(`/${id}`), published, String(made.headers.etag));
  expect(changed.status).toBe(200);
  expect((await t.api.get('/news')).body.articles).toMatchObject([{ id, title: 'On tour' }]);
  expect((await kim.patch(await path(`/${id}`), published, String(made.headers.etag))).status).toBe(412);

  await t.given.articleLike({ article: await t.given.article({ slug: 'other' }) });
  expect((await kim.get(await path('?q=tour'))).body).toMatchObject({ data: [{ id }], total: 1 });
  expect((await kim.delete(await path(`/${id}`))).status).toBe(204);
  expect((await kim.get(await path())).body).toMatchObject({ data: [{ slug: 'other' }] });
});

it('reports faults by field', async () => {
  const kim = await staffOf(t);
  const refused = await kim.post(await path(), { ...ARTICLE, published_at: 'soon', colour: 'red' });
  const { errors } = refused.body as { errors: { pointer: string }[] };
  expect([refused.status, errors.map(({ pointer }) => pointer).sort()]).toEqual([
    422,
    ['#/colour', '#/published_at'],
  ]);
});

it('lets support and viewers read, and fulfilment not even that', async () => {
  for (const [role, reads] of [
    ['support', 200],
    ['viewer', 200],
    ['fulfilment', 403],
  ] as const) {
    const client = await staffOf(t, role);
    expect([role, (await client.get(await path())).status]).toEqual([role, reads]);
    expect((await client.post(await path(), ARTICLE)).status).toBe(403);
  }
});
