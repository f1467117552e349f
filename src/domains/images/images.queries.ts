import { type RowOf, statement, types } from '#platform/database';
import type { StoreName } from '#platform/files';

/** A picture by the key of its file. */
export const IMAGE_BY_KEY = statement('images.by_key', {
  params: { fanclub: types.bigint, key: types.text },
  row: { mediaType: types.text, size: types.bigint, store: types.textOf<StoreName>(), key: types.text },
  text: `
    SELECT i.media_type AS "mediaType", i.size, i.store, i.file_key AS key
    FROM club_images i WHERE i.fanclub_id = $fanclub AND i.file_key = $key`,
});

export type StoredImage = RowOf<typeof IMAGE_BY_KEY>;

/** Where the pictures of a fan club are. */
export const IMAGES_OF_CLUB = statement('images.of_club', {
  params: { fanclub: types.bigint },
  row: { store: types.textOf<StoreName>(), key: types.text },
  text: 'SELECT i.store, i.file_key AS key FROM club_images i WHERE i.fanclub_id = $fanclub',
});

/** Whether a picture of the fan club has this file. */
export const isImageSql = (fanclub: string, key: string): string =>
  `EXISTS (SELECT FROM club_images i WHERE i.fanclub_id = ${fanclub} AND i.file_key = ${key})`;
