import { createRequire } from 'node:module';
import type sharp from 'sharp';
import { Problem } from '#libs/problem';
import { mediaTypeOf } from '#platform/files';
import { invalidField } from '#platform/staff';

/** The formats that are read, by their content, with what decodes them. All other decoders are off, such as those of SVG and PDF. */
const DECODERS: Readonly<Record<string, string>> = {
  'image/jpeg': 'VipsForeignLoadJpegBuffer',
  'image/png': 'VipsForeignLoadPngBuffer',
  'image/webp': 'VipsForeignLoadWebpBuffer',
  'image/gif': 'VipsForeignLoadNsgifBuffer',
};

/** The most pixels that a picture may have, of four channels with 8 bits each. */
const MOST_PIXELS = 25_000_000;

/** The most bytes of decoded pixels. Decoders take up to 250 MB for them, above all for progressive JPEGs. */
const MOST_DECODED = MOST_PIXELS * 4;

/** The longer side of a stored picture: enough for a screen with double density. */
const MOST_SIDE = 2_048;

/** A picture as it is stored. */
export interface EncodedImage {
  readonly content: Buffer;
  readonly mediaType: 'image/jpeg' | 'image/png';
  readonly width: number;
  readonly height: number;
}

let loaded: typeof sharp | undefined;

/** Loaded with the first picture: most processes never encode one. */
function load(): typeof sharp {
  if (loaded) return loaded;
  const library = (createRequire(__filename) as (name: 'sharp') => typeof sharp)('sharp');
  library.block({ operation: ['VipsForeignLoad'] });
  library.unblock({ operation: Object.values(DECODERS) });
  library.cache(false);
  library.concurrency(1);
  // Last: a library with all decoders is never used.
  loaded = library;
  return library;
}

/**
 * Decodes a picture and encodes it again, so that nothing but its pixels is published: no place where it was taken, no hidden content.
 * Pictures with transparent parts become PNG, all others JPEG, which mail programs show, too. A palette would be smaller, and takes 20
 * seconds for a large picture.
 * @throws Problem (422) for anything but a still picture of a known format
 */
export async function encodeImage(upload: Buffer): Promise<EncodedImage> {
  if (!Object.hasOwn(DECODERS, mediaTypeOf(upload.subarray(0, 4_096))))
    throw invalidField('#', 'must be a JPEG, PNG, WebP or GIF picture');
  const picture = load()(upload, { limitInputPixels: MOST_PIXELS, failOn: 'error', sequentialRead: true });
  try {
    const { pages = 1, width, height, channels, depth } = await picture.clone().metadata();
    if (pages > 1) throw invalidField('#', 'must be a still picture, without an animation');
    if (width * height * channels * (depth === 'ushort' ? 2 : 1) > MOST_DECODED) throw tooLarge();
    const { isOpaque } = await picture.clone().stats();
    const resized = picture
      .autoOrient()
      .resize({ width: MOST_SIDE, height: MOST_SIDE, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb');
    const encoded = isOpaque ? resized.jpeg({ quality: 82, mozjpeg: true }) : resized.png();
    const { data, info } = await encoded.toBuffer({ resolveWithObject: true });
    const mediaType = isOpaque ? 'image/jpeg' : 'image/png';
    return { content: data, mediaType, width: info.width, height: info.height };
  } catch (error) {
    throw error instanceof Problem ? error : tooLarge();
  }
}

const tooLarge = (): Problem =>
  invalidField(
    '#',
    `is damaged, or has more than ${MOST_PIXELS / 1_000_000} million pixels (half as many with 16 bits each)`,
  );
