import {
  columns,
  fanclubPart,
  fieldsOf,
  format as f,
  itemsOf,
  save,
  type TableRules,
} from '#platform/catalogue';
import { Plan } from '#domains/plans/plan.entity';
import { Article } from './article.entity';

const ARTICLES: TableRules<Article> = {
  entity: Article,
  tenant: 'fanclubId',
  key: ['fanclubId', 'slug'],
  named: { noun: 'article', field: 'slug' },
};

const article = f.object('Article', {
  id: f.optional(f.id('articles')),
  slug: f.label(),
  title: f.label(),
  teaser: f.text(),
  body: f.text(),
  published_at: f.instant(),
  plan: f.orNull(f.ref('plan')),
});

/** The news of a fan club. Likes are not from a catalogue. */
export const newsInCatalogue = fanclubPart({
  fields: { news: f.optional(f.keyed(article, 'slug')) },
  refersTo: { plans: Plan },
  async load(context, { id: fanclubId, path, targets }, part) {
    const rows = itemsOf([{ path, part }], 'news').map(({ path, part }) => ({
      path,
      id: part.id,
      values: {
        fanclubId,
        ...columns(part, ['id', 'plan']),
        planId: targets.plans.resolve(part.plan, `${path}.plan`),
      },
      fallbacks: { planId: null },
    }));
    await save(context, ARTICLES, rows);
  },
  async export(context, club) {
    const rows = await context.rows(Article, club);
    return {
      news: rows.map((row) => ({
        id: context.id(row.id),
        ...fieldsOf(article.fields, row, ['id', 'plan']),
        plan: club.targets.plans.refer(row.planId),
      })),
    };
  },
});
