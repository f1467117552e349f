import type { ItemKind } from '#platform/staff';
import { Article } from '../article.entity';
import { newsInCatalogue } from '../news.catalogue';

/** Articles as staff see and write them: in the format of the catalogue, with its rules. */
export const ARTICLES: ItemKind = {
  part: newsInCatalogue,
  field: 'news',
  entity: Article,
  subject: 'article',
  html: ['teaser', 'body'],
};
