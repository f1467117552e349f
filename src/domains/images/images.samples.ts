import { createHash } from 'node:crypto';
import { makersOf, type Samples } from '#samples';
import { ClubImage } from './club-image.entity';

/** A picture of 1 × 1 pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const makers = makersOf({
  /** A picture whose storage does not have it. */
  async clubImage(overrides: Partial<ClubImage> = {}): Promise<ClubImage> {
    const { n } = this.seed();
    const fanclubId = await this.clubOf(overrides);
    const sha256 = createHash('sha256').update(`${n} ${Math.random()}`).digest('hex');
    return this.save(ClubImage, {
      fanclubId,
      fileName: `picture-${n}.png`,
      ...{ mediaType: 'image/png', width: 1, height: 1, size: PIXEL.length, store: 'folder' as const },
      fileKey: `${fanclubId}/${sha256}-${sha256.slice(0, 16)}`,
      ...overrides,
    });
  },
});

declare module '#samples' {
  interface Given extends ImageMakers {}
  interface ClubRows {
    readonly image: ClubImage;
  }
}
type ImageMakers = typeof makers;

const WRITE = { permission: 'images.write', audits: 'image' } as const;

export const samples: Samples = {
  makers,
  async club({ given }) {
    return { image: await given.clubImage() };
  },
  staff: {
    'GET /fanclubs/:fanclubId/images': { permission: 'images.read' },
    'POST /fanclubs/:fanclubId/images': {
      ...WRITE,
      request: ({ n }) => ({ query: { name: `picture-${n}.png` }, file: PIXEL }),
    },
    'DELETE /fanclubs/:fanclubId/images/:id': {
      ...WRITE,
      request: ({ club }) => ({ params: { id: club.image.id } }),
    },
  },
  notFromCatalogue: ['club_images'],
  limitedColumns: ['ClubImage.mediaType', 'ClubImage.store', 'ClubImage.fileKey'],
  filteredById: { 'images.by_key': 'a key that begins with the fan club of the path' },
};
