import { isoUtc } from '#libs/format';
import type { VisibleArticle } from './article.rules';
import type { ArticleSummary } from './news.queries';
import type { NewsPage } from './news.service';

interface ArticleInList {
  id: number;
  slug: string;
  title: string;
  teaser: string;
  published_at: string;
  members_only: boolean;
}

interface ArticleDetail extends ArticleInList {
  available_to_customer: boolean;
  /** HTML. Null if the viewer may not read it. */
  body: string | null;
}

interface News {
  articles: ArticleInList[];
  pagination: { current_page: number; next_page: number | null };
}

function articleInList(article: ArticleSummary): ArticleInList {
  return {
    id: article.id,
    slug: article.slug,
    title: article.title,
    teaser: article.teaser,
    published_at: isoUtc(article.publishedAt),
    members_only: article.planId !== null,
  };
}

/** Prints a page of the list. */
export function newsPage({ articles, page, isLast }: NewsPage): News {
  return {
    articles: articles.map(articleInList),
    pagination: { current_page: page, next_page: isLast ? null : page + 1 },
  };
}

/** Prints an article on its own. */
export function articleDetail(article: VisibleArticle): ArticleDetail {
  return { ...articleInList(article), available_to_customer: article.isAvailable, body: article.body };
}
