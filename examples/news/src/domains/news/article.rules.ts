import type { Viewer } from '#platform/access';
import type { FoundArticle } from './news.queries';

/** An article as one viewer may see it. */
export interface VisibleArticle extends Omit<FoundArticle, 'body'> {
  readonly isAvailable: boolean;
  /** HTML. Null unless the article is available. */
  readonly body: string | null;
}

/** An article without a plan is for everybody, others are for the members of their plan. */
export function visibleArticle(article: FoundArticle, { membership }: Viewer): VisibleArticle {
  const isAvailable = article.planId === null || article.planId === membership?.plan.id;
  return { ...article, isAvailable, body: isAvailable ? article.body : null };
}
