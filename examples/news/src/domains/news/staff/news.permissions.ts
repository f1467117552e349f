import { addPermissions } from '#platform/staff';

/** What the roles of the staff may do with news. */
export const NEWS = addPermissions({
  'news.read': { owner: 'full', manager: 'full', support: 'full', viewer: 'full' },
  'news.write': { owner: 'full', manager: 'full' },
});
