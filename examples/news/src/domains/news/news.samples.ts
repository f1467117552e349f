import { daysFrom, makersOf, type Samples } from '#samples';
import type { Customer } from '#domains/accounts/customer.entity';
import type { Plan } from '#domains/plans/plan.entity';
import { ArticleLike } from './article-like.entity';
import { Article } from './article.entity';

const makers = makersOf({
  /** An article published yesterday; `plan` limits who may read it. */
  async article({ plan, ...overrides }: Partial<Article> & { plan?: Plan } = {}): Promise<Article> {
    const { n, now } = this.seed();
    return this.save(Article, {
      fanclubId: await this.clubOf(plan),
      slug: `article-${n}`,
      title: `Article ${n}`,
      teaser: `The teaser of article ${n}`,
      body: `<p>The body of article ${n}</p>`,
      publishedAt: daysFrom(now, -1),
      planId: plan?.id ?? null,
      ...overrides,
    });
  },

  /** A customer's like of an article. */
  async articleLike({
    article,
    customer,
  }: { article?: Article; customer?: Customer } = {}): Promise<ArticleLike> {
    const fanclubId = await this.clubOf(article, customer);
    return this.save(ArticleLike, {
      fanclubId,
      articleId: (article ?? (await this.article({ fanclubId }))).id,
      customerId: (customer ?? (await this.customer({ fanclubId }))).id,
    });
  },
});

declare module '#samples' {
  interface Given extends NewsMakers {}
  interface ClubRows {
    readonly article: Article;
    readonly membersArticle: Article;
    readonly unpublishedArticle: Article;
  }
}
type NewsMakers = typeof makers;

const beyondContract = 'The contract has no news.';

export const samples: Samples = {
  makers,
  after: ['plans'],
  async club(scene) {
    const { given, club, now } = scene;
    await scene.of('everybody');
    const article = await given.article();
    const membersArticle = await given.article({ plan: club.gold, body: scene.textFor('entitled') });
    await scene.of('nobody');
    const unpublishedArticle = await given.article({ publishedAt: daysFrom(now, 1) });
    return { article, membersArticle, unpublishedArticle };
  },
  async member({ given, club, member }) {
    await given.articleLike({ article: club.membersArticle, customer: member.customer });
    return {};
  },
  routes: {
    'GET /news': {
      query: { limit: 'number', page: 'number' },
      visitorStatements: 1,
      beyondContract,
    },
    'GET /news/:id': {
      request: ({ article }) => ({ params: { id: article.id } }),
      matrix: ({ membersArticle }) => ({ params: { id: membersArticle.id } }),
      statements: 2,
      visitorStatements: 1,
      beyondContract,
    },
    'POST /news/:id/like': {
      fields: {},
      request: ({ article }) => ({ params: { id: article.id } }),
      beyondContract,
    },
  },
  staff: {
    'GET /fanclubs/:fanclubId/news': { permission: 'news.read' },
    'GET /fanclubs/:fanclubId/news/:id': {
      permission: 'news.read',
      request: ({ club }) => ({ params: { id: club.article.id } }),
    },
    'POST /fanclubs/:fanclubId/news': {
      permission: 'news.write',
      audits: 'article',
      ids: ['plan'],
      request: ({ club, n, now }) => ({
        body: {
          slug: `news-${n}`,
          title: 'News',
          teaser: 'New',
          body: '<p>New</p>',
          published_at: now.toISOString(),
          plan: club.gold.id,
        },
      }),
    },
    'PATCH /fanclubs/:fanclubId/news/:id': {
      permission: 'news.write',
      audits: 'article',
      ids: ['plan'],
      request: ({ club, n }) => ({
        params: { id: club.article.id },
        ifMatch: true,
        body: { title: `News ${n}`, plan: club.gold.id },
      }),
    },
    'DELETE /fanclubs/:fanclubId/news/:id': {
      permission: 'news.write',
      audits: 'article',
      request: ({ club }) => ({ params: { id: club.article.id } }),
    },
  },
  positions: ({ a1, ofClubs, hidden, inPath }) =>
    ['GET /news/:id', 'POST /news/:id/like'].map((route) =>
      inPath(route, 'article', [
        ...ofClubs(({ article }) => article.id),
        hidden('an unpublished article', a1.unpublishedArticle.id),
      ]),
    ),
  catalogue: {
    fanclub: {
      news: [
        {
          id: 95,
          slug: 'on-tour',
          title: 'On tour',
          teaser: 'We play again',
          body: '<p>In May</p>',
          published_at: '2025-07-01T00:00:00Z',
          plan: 'Gold',
        },
      ],
    },
  },
  notFromCatalogue: ['article_likes'],
};
