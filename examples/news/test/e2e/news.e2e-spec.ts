import { countStatements } from '#libs/testing';
import { EVERY_VIEWER } from '../support/every-viewer';
import { loggedIn } from '../support/logged-in';
import { expectOneWinner } from '../support/races';
import { testApp } from '../support/start-test-app';

const t = testApp();

/** The test clock starts at 2026-06-15T12:00:00Z. */
const day = (date: string) => new Date(`2026-06-${date}T12:00:00Z`);
const error = (message: string) => ({ status: 'error', messages: [message] });

async function fanAndClient() {
  const customer = await t.given.customer();
  return { customer, client: await loggedIn(t, customer) };
}

describe('GET /news', () => {
  it('shows published articles without bodies, newest first', async () => {
    const plan = await t.given.plan();
    const old = await t.given.article({ publishedAt: day('10'), plan });
    const first = await t.given.article({ publishedAt: day('15') });
    const second = await t.given.article({ publishedAt: day('15') });
    await t.given.article({ publishedAt: day('16') });

    const { text } = await t.api.get('/news');

    const inList = (
      { id, slug, title, teaser }: typeof old,
      published_at: string,
      members_only: boolean,
    ) => ({
      id,
      slug,
      title,
      teaser,
      published_at,
      members_only,
    });
    expect(text).toBe(
      JSON.stringify({
        status: 'ok',
        articles: [
          inList(second, '2026-06-15T12:00:00Z', false),
          inList(first, '2026-06-15T12:00:00Z', false),
          inList(old, '2026-06-10T12:00:00Z', true),
        ],
        pagination: { current_page: 1, next_page: null },
      }),
    );
  });

  it('shows an article from its time on', async () => {
    await t.given.article({ publishedAt: day('16') });
    expect((await t.api.get('/news')).body.articles).toEqual([]);
    t.clock.set(day('16'));
    expect((await t.api.get('/news')).body.articles).toHaveLength(1);
  });

  it('is empty without articles', async () => {
    expect((await t.api.get('/news')).body).toEqual({
      status: 'ok',
      articles: [],
      pagination: { current_page: 1, next_page: null },
    });
  });

  it.each([
    [{ limit: 2 }, ['c', 'b'], 1, 2],
    [{ limit: 2, page: 2 }, ['a'], 2, null],
    [{ limit: 3 }, ['c', 'b', 'a'], 1, null],
    [{ limit: 2, page: 3 }, [], 3, null],
    [{ page: Number.MAX_SAFE_INTEGER }, [], Number.MAX_SAFE_INTEGER, null],
    [{ limit: 'many', page: 0 }, ['c', 'b', 'a'], 1, null],
  ])('pages by %j', async (query, slugs, current_page, next_page) => {
    for (const slug of ['a', 'b', 'c']) await t.given.article({ slug });
    const { body } = await t.api.get('/news', { query });
    expect(body.articles.map((article: { slug: string }) => article.slug)).toEqual(slugs);
    expect(body.pagination).toEqual({ current_page, next_page });
  });

  it('shows no articles of other fan clubs', async () => {
    await t.given.article({ fanclubId: (await t.given.anotherFanclub()).id });
    expect((await t.api.get('/news')).body.articles).toEqual([]);
  });

  it('sends one statement, however many articles there are', async () => {
    const { client } = await fanAndClient();
    for (let n = 0; n < 5; n += 1) await t.given.article();
    await client.get('/news');
    const counter = countStatements();
    await client.get('/news');
    expect(counter.stop()).toHaveLength(1);
  });
});

describe('GET /news/:id', () => {
  it.each(EVERY_VIEWER)('shows $name an article for everybody', async (kind) => {
    const client = await kind.client(t, await t.given.plan());
    const { id, slug, title, teaser, body } = await t.given.article();
    expect((await client.get(`/news/${id}`)).text).toBe(
      JSON.stringify({
        status: 'ok',
        article: {
          id,
          slug,
          title,
          teaser,
          published_at: '2026-06-14T12:00:00Z',
          members_only: false,
          available_to_customer: true,
          body,
        },
      }),
    );
  });

  it.each(EVERY_VIEWER)('shows $name the body of an article for members only if subscribed', async (kind) => {
    const plan = await t.given.plan();
    const client = await kind.client(t, plan);
    const { id, body } = await t.given.article({ plan });
    expect((await client.get(`/news/${id}`)).body.article).toMatchObject({
      members_only: true,
      available_to_customer: kind.subscribed,
      body: kind.subscribed ? body : null,
    });
  });

  it('hides the body from members of another plan', async () => {
    const { customer, client } = await fanAndClient();
    await t.given.subscription({ customer });
    const { id } = await t.given.article({ plan: await t.given.plan() });
    expect((await client.get(`/news/${id}`)).body.article).toMatchObject({
      available_to_customer: false,
      body: null,
    });
  });

  it('sends two statements for a customer, and one while the visit is kept', async () => {
    const { client } = await fanAndClient();
    const { id } = await t.given.article();
    for (const expected of [2, 1]) {
      const counter = countStatements();
      await client.get(`/news/${id}`);
      expect(counter.stop()).toHaveLength(expected);
    }
  });
});

describe('POST /news/:id/like', () => {
  it('answers the number of likes of the article', async () => {
    const article = await t.given.article();
    await t.given.articleLike({ article });
    await t.given.articleLike();
    const { client } = await fanAndClient();
    expect((await client.post(`/news/${article.id}/like`)).text).toBe('{"status":"ok","likes":2}');
  });

  it('counts a customer once', async () => {
    const { id } = await t.given.article();
    const { client } = await fanAndClient();
    await client.post(`/news/${id}/like`);
    expect((await client.post(`/news/${id}/like`)).body).toEqual(
      error('You have already liked this article'),
    );
    const other = await fanAndClient();
    expect((await other.client.post(`/news/${id}/like`)).body).toEqual({ status: 'ok', likes: 2 });
  });

  it('counts one of simultaneous likes of a customer', async () => {
    const { id } = await t.given.article();
    const { client } = await fanAndClient();
    const answers = await Promise.all(Array.from({ length: 10 }, () => client.post(`/news/${id}/like`)));
    expectOneWinner(answers, 'You have already liked this article');
  });

  it('accepts likes of an article for members from them only', async () => {
    const plan = await t.given.plan();
    const { id } = await t.given.article({ plan });
    const { customer, client } = await fanAndClient();
    expect((await client.post(`/news/${id}/like`)).body).toEqual(
      error('You are not eligible to like this article'),
    );
    await t.given.subscription({ customer, plan });
    expect((await client.post(`/news/${id}/like`)).body).toEqual({ status: 'ok', likes: 1 });
  });

  it('refuses members of another plan', async () => {
    const { id } = await t.given.article({ plan: await t.given.plan() });
    const { customer, client } = await fanAndClient();
    await t.given.subscription({ customer });
    expect((await client.post(`/news/${id}/like`)).body).toEqual(
      error('You are not eligible to like this article'),
    );
  });

  it('asks visitors without a session to log in', async () => {
    const { id } = await t.given.article();
    expect((await t.api.post(`/news/${id}/like`)).body).toEqual(
      error('Please log in to access your online benefits.'),
    );
  });
});

describe('an article that is not found', () => {
  it.each([
    ['is unknown', async () => 4711],
    ['has no possible id', async () => 'first'],
    ['is not published yet', async () => (await t.given.article({ publishedAt: day('16') })).id],
    [
      'belongs to another fan club',
      async () => (await t.given.article({ fanclubId: (await t.given.anotherFanclub()).id })).id,
    ],
  ])('%s', async (_why, idOf) => {
    const { client } = await fanAndClient();
    const id = await idOf();
    expect((await client.get(`/news/${id}`)).body).toEqual(error('No article found'));
    expect((await client.post(`/news/${id}/like`)).body).toEqual(error('No article found'));
  });
});
