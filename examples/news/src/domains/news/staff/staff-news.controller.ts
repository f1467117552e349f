import { ClubStaffController, itemController, type ItemKind } from '#platform/staff';
import { Article } from '../article.entity';
import { newsInCatalogue } from '../news.catalogue';

/** Articles as staff see and write them: in the format of the catalogue, with its rules. */
const ARTICLES: ItemKind = {
  part: newsInCatalogue,
  field: 'news',
  entity: Article,
  subject: 'article',
  html: ['teaser', 'body'],
};

/** The articles of a fan club, also those that are not published yet. The likes of an article are deleted with it. */
@ClubStaffController('news')
export class StaffNewsController extends itemController(ARTICLES, {
  read: 'news.read',
  write: 'news.write',
  sort: ['-published_at', 'slug', 'title', 'id'],
  filters: ['plan'],
  search: ({ slug, title, teaser }) => [slug, title, teaser],
  remove: true,
}) {}
