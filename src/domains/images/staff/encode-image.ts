import { createRequire } from 'node:module';
import type sharp from 'sharp';
import { mediaTypeOf } from '#platform/files';
import { invalidField } from '#platform/staff';

/** The formats that are read, by their content, with what decodes them. All other decoders are off, such as those of SVG and PDF. */
const DECODERS: Readonly<Record<string, string>> = {
  'image/jpeg': 'VipsForeignLoadJpegBuffer',
  'image/png': 'VipsForeignLoadPngBuffer',
  'image/webp': 'VipsForeignLoadWebpBuffer',
  'image/gif': 'VipsForeignLoadNsgifBuffer',
};

/** The most pixels that a picture may have: 100 MB when it is decoded. */
const MOST_PIXELS = 25_000_000;

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
  loaded = (createRequire(__filename) as (name: 'sharp') => typeof sharp)('sharp');
  loaded.block({ operation: ['VipsForeignLoad'] });
  loaded.unblock({ operation: Object.values(DECODERS) });
  loaded.cache(false);
  loaded.concurrency(1);
  return loaded;
}

/**
 * Decodes a picture and encodes it again, so that nothing but its pixels is published: no place where it was taken, no hidden content.
 * Pictures with transparent parts become PNG, all others JPEG, which mail programs show, too.
 * @throws Problem (422) for anything but a still picture of a known format
 */
export async function encodeImage(upload: Buffer): Promise<EncodedImage> {
  if (!Object.hasOwn(DECODERS, mediaTypeOf(upload.subarray(0, 4_096))))
    throw invalidField('#', 'must be a JPEG, PNG, WebP or GIF picture');
  const picture = load()(upload, { limitInputPixels: MOST_PIXELS, failOn: 'error', sequentialRead: true });
  try {
    const { isOpaque } = await picture.clone().stats();
    const resized = picture
      .autoOrient()
      .resize({ width: MOST_SIDE, height: MOST_SIDE, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb');
    const encoded = isOpaque ? resized.jpeg({ quality: 82, mozjpeg: true }) : resized.png({ palette: true });
    const { data, info } = await encoded.toBuffer({ resolveWithObject: true });
    const mediaType = isOpaque ? 'image/jpeg' : 'image/png';
    return { content: data, mediaType, width: info.width, height: info.height };
  } catch {
    throw invalidField('#', `is damaged, or has more than ${MOST_PIXELS / 1_000_000} million pixels`);
  }
}
