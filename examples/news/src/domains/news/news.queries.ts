import { type RowOf, statement, types } from '#platform/database';

const SUMMARY = {
  id: types.bigint,
  slug: types.text,
  title: types.text,
  teaser: types.text,
  publishedAt: types.timestamptz,
  /** Null: everybody may read the body. */
  planId: types.bigint.orNull,
};

/** A page of the published articles, newest first. */
export const PUBLISHED_ARTICLES = statement('news.published', {
  params: { fanclub: types.bigint, now: types.timestamptz, limit: types.bigint, offset: types.bigint },
  row: SUMMARY,
  text: `
    SELECT id, slug, title, teaser, published_at AS "publishedAt", plan_id AS "planId"
    FROM articles
    WHERE fanclub_id = $fanclub AND published_at <= $now
    ORDER BY published_at DESC, id DESC
    LIMIT $limit OFFSET $offset`,
});

export const FIND_ARTICLE = statement('news.find', {
  params: { fanclub: types.bigint, article: types.bigint, now: types.timestamptz },
  row: { ...SUMMARY, body: types.text },
  text: `
    SELECT id, slug, title, teaser, published_at AS "publishedAt", plan_id AS "planId", body
    FROM articles
    WHERE fanclub_id = $fanclub AND id = $article AND published_at <= $now`,
});

/** No row: no such article is published. Violates `pk_article_likes` if the customer likes it already. */
export const LIKE_ARTICLE = statement('news.like', {
  params: {
    fanclub: types.bigint,
    article: types.bigint,
    customer: types.bigint,
    /** The plan of the customer's active subscription. */
    plan: types.bigint.orNull,
    now: types.timestamptz,
  },
  row: {
    /** False: the customer may not read the article, and nothing was written. */
    readable: types.boolean,
    /** With the new like. */
    likes: types.bigint,
  },
  text: `
    WITH article AS (
      SELECT id, coalesce(plan_id = $plan, plan_id IS NULL) AS readable
      FROM articles
      WHERE fanclub_id = $fanclub AND id = $article AND published_at <= $now
    ), liked AS (
      INSERT INTO article_likes (fanclub_id, article_id, customer_id)
      SELECT $fanclub, id, $customer FROM article WHERE readable
    )
    SELECT
      readable,
      1 + (SELECT count(*) FROM article_likes WHERE fanclub_id = $fanclub AND article_id = article.id) AS likes
    FROM article`,
});

export type ArticleSummary = RowOf<typeof PUBLISHED_ARTICLES>;
export type FoundArticle = RowOf<typeof FIND_ARTICLE>;
