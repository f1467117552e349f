import { isoUtc } from '#libs/format';
import type { VisibleArticle } from './article.rules';
import type { Article, ArticleListItem } from './dto/article.answer';
import type { ArticleSummary } from './news.queries';
import type { NewsPage } from './news.service';

function articleInList(article: ArticleSummary): ArticleListItem {
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
export function newsPage({ articles, page, isLast }: NewsPage) {
  return {
    articles: articles.map(articleInList),
    pagination: { current_page: page, next_page: isLast ? null : page + 1 },
  };
}

/** Prints an article on its own. */
export function articleDetail(article: VisibleArticle): Article {
  return { ...articleInList(article), available_to_customer: article.isAvailable, body: article.body };
}
