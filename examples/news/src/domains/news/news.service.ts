import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import type { LoggedInViewer, Viewer } from '#platform/access';
import { onConflict, Sql } from '#platform/database';
import { type VisibleArticle, visibleArticle } from './article.rules';
import { DEFAULT_PAGE_SIZE, ListNewsQuery } from './dto/list-news.query';
import { AlreadyLiked, NoArticleFound, NotEligible } from './news.errors';
import { type ArticleSummary, FIND_ARTICLE, LIKE_ARTICLE, PUBLISHED_ARTICLES } from './news.queries';

/** Some of the published articles, newest first. */
export interface NewsPage {
  readonly articles: readonly ArticleSummary[];
  readonly page: number;
  readonly isLast: boolean;
}

@Injectable()
export class NewsService {
  constructor(
    private readonly sql: Sql,
    private readonly clock: Clock,
  ) {}

  async list({ fanclub }: Viewer, query: ListNewsQuery): Promise<NewsPage> {
    const { limit = DEFAULT_PAGE_SIZE, page = 1 } = query;
    const found = await this.sql.rows(PUBLISHED_ARTICLES, {
      fanclub: fanclub.id,
      now: this.clock.now(),
      limit: limit + 1, // The additional one tells whether there is a next page; counting an archive would be slow.
      offset: (page - 1) * limit,
    });
    return { articles: found.slice(0, limit), page, isLast: found.length <= limit };
  }

  /** @throws NoArticleFound */
  async find(viewer: Viewer, id: number): Promise<VisibleArticle> {
    const asked = { fanclub: viewer.fanclub.id, article: id, now: this.clock.now() };
    const article = await this.sql.first(FIND_ARTICLE, asked);
    if (!article) throw new NoArticleFound();
    return visibleArticle(article, viewer);
  }

  /**
   * Records that the customer likes an article, and returns the number of its likes.
   * @throws NoArticleFound, NotEligible, AlreadyLiked
   */
  async like({ fanclub, customer, membership }: LoggedInViewer, id: number): Promise<number> {
    const article = await this.sql
      .first(LIKE_ARTICLE, {
        fanclub: fanclub.id,
        article: id,
        customer: customer.id,
        plan: membership?.plan.id ?? null,
        now: this.clock.now(),
      })
      .catch(onConflict('pk_article_likes', () => new AlreadyLiked()));
    if (!article) throw new NoArticleFound();
    if (!article.readable) throw new NotEligible();
    return article.likes;
  }
}
