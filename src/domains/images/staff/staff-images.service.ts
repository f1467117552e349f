import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { isoUtc } from '#libs/format';
import { Problem } from '#libs/problem';
import { Config } from '#platform/config';
import { Files, type StoredFile } from '#platform/files';
import { type FileUpload, Overloaded } from '#platform/http';
import { Fanclub } from '#platform/tenants/fanclub.entity';
import {
  type ClubRows,
  conflict,
  invalidRequest,
  type ListPage,
  type ListQuery,
  StaffAnswer,
  type StaffViewer,
  StaffWorkService,
} from '#platform/staff';
import { ClubImage } from '../club-image.entity';
import { nameOfImage } from '../image-addresses';
import type { ImageOfClub } from './dto/image.answers';
import { type EncodedImage, encodeImage } from './encode-image';

/** The most bytes of an uploaded picture. */
const MOST_BYTES = 10_000_000;

/** The most pictures of a fan club. */
const MOST_IMAGES = 2_000;

/** The pictures of a fan club, as staff keep them. */
@Injectable()
export class StaffImagesService {
  private receiving = 0;
  /** The last picture that is being encoded: one after the other, because each takes up to 250 MB. At most MAX_UPLOADS wait. */
  private encoding: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly work: StaffWorkService,
    private readonly files: Files,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  list(viewer: StaffViewer, { page, perPage, sort }: ListQuery): Promise<ListPage<ImageOfClub>> {
    return this.work.read(viewer, async (rows) => {
      const [images, total] = await rows
        .select(ClubImage, 'image')
        .orderBy('image.id', sort.descending ? 'DESC' : 'ASC')
        .skip((page - 1) * perPage)
        .take(perPage)
        .getManyAndCount();
      return { data: images.map((image) => this.shapeOf(image)), total };
    });
  }

  /**
   * Adds a picture. Its file is stored before its row is written, so that a row always has its file.
   * @throws Problem (409, 422), BodyRefused, FileStoreDown, Overloaded
   */
  async add(viewer: StaffViewer, fileName: string, upload: FileUpload): Promise<StaffAnswer> {
    await this.work.read(viewer, requireRoom);
    const { content, ...picture } = await this.encoded(upload);
    requireClient(upload);
    const file = await this.files.add(viewer.fanclubId, { bytes: () => oneChunk(content) });
    try {
      return await this.insert(viewer, fileName, picture, file);
    } catch (error) {
      // After another error the row may exist, so the job decides.
      if (error instanceof Problem) await this.files.remove(file).catch(() => undefined);
      throw error;
    }
  }

  /** Deletes a picture: its address answers nothing any more. A job deletes its file. @throws Problem (404) */
  remove(viewer: StaffViewer, id: number): Promise<void> {
    return this.work.change(viewer, async (change) => {
      const image = await change.lock(ClubImage, id);
      await change.remove(ClubImage, id);
      const before = { file_name: image.fileName, url: this.shapeOf(image).url };
      change.audit({ action: 'image.deleted', subject: { type: 'image', id }, before });
    });
  }

  /** @throws Problem (422), BodyRefused, Overloaded */
  private async encoded(upload: FileUpload): Promise<EncodedImage> {
    const { maxUploads, uploadTimeout } = this.config.files;
    if (this.receiving >= maxUploads) throw new Overloaded();
    this.receiving += 1;
    try {
      const chunks: Buffer[] = [];
      for await (const chunk of upload.bytes(MOST_BYTES, uploadTimeout)) chunks.push(chunk);
      const encoded = this.encoding.then(() => {
        requireClient(upload);
        return encodeImage(Buffer.concat(chunks));
      });
      this.encoding = encoded.catch(() => undefined);
      return await encoded;
    } finally {
      this.receiving -= 1;
    }
  }

  private insert(
    viewer: StaffViewer,
    fileName: string,
    picture: Omit<EncodedImage, 'content'>,
    { size, store, key }: StoredFile,
  ): Promise<StaffAnswer> {
    return this.work.change(viewer, async (change) => {
      // Pictures are added one after the other, so that two together are not one too many.
      await change.manager.findOne(Fanclub, {
        select: { id: true },
        where: { id: change.fanclubId },
        lock: { mode: 'for_no_key_update' },
      });
      await requireRoom(change);
      const now = this.clock.now();
      const values = { ...picture, fileName, size, store, fileKey: key, createdAt: now, updatedAt: now };
      const id = await change.insert(ClubImage, values);
      const image = this.shapeOf(await change.one(ClubImage, id));
      const after = { file_name: fileName, url: image.url };
      change.audit({ action: 'image.created', subject: { type: 'image', id }, after });
      return new StaffAnswer(image, { status: 201 });
    });
  }

  private shapeOf(image: ClubImage): ImageOfClub {
    const { id, fanclubId, fileName, mediaType, width, height, size, fileKey: key, createdAt } = image;
    return {
      id,
      url: `${this.config.publicUrl}/fanclubs/${fanclubId}/images/${nameOfImage({ key, mediaType })}`,
      file_name: fileName,
      media_type: mediaType,
      width,
      height,
      size,
      created_at: isoUtc(createdAt),
    };
  }
}

/** @throws Problem (409) if the fan club has as many pictures as it may have */
async function requireRoom(rows: ClubRows): Promise<void> {
  const present = await rows.select(ClubImage, 'image').getCount();
  if (present >= MOST_IMAGES) throw conflict(`A fan club has ${MOST_IMAGES} pictures at most.`);
}

/** @throws Problem (400) if nobody waits for the answer: they would upload the picture again */
function requireClient(upload: FileUpload): void {
  if (upload.isAbandoned) throw invalidRequest('The connection was closed before the picture was stored.');
}

async function* oneChunk(content: Buffer): AsyncGenerator<Buffer> {
  yield await Promise.resolve(content);
}
