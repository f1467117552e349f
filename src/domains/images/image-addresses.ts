import type { StoredImage } from './images.queries';

const ENDINGS: Readonly<Record<string, string>> = { 'image/jpeg': 'jpg', 'image/png': 'png' };

/** The form of the last part of an address. */
export const NAME = /^[0-9a-f]{64}-[0-9a-f]{16}\.(jpg|png)$/;

/** The last part of the address of a picture. Nobody can guess it, because pictures may be uploaded before they are announced. */
export const nameOfImage = ({ key, mediaType }: Pick<StoredImage, 'key' | 'mediaType'>): string =>
  `${key.split('/')[1]}.${ENDINGS[mediaType]}`;
