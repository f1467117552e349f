import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { Problem } from '#libs/problem';
import { Config } from '#platform/config';
import { Files, fileTag, type SentFile, type StoredFile } from '#platform/files';
import type { FileUpload } from '#platform/http';
import {
  cleanedText,
  type ClubChange,
  type ClubRows,
  conflict,
  etagOf,
  invalidField,
  invalidRequest,
  notFound,
  requireMatch,
  requireTag,
  StaffAnswer,
  type StaffViewer,
  StaffWorkService,
} from '#platform/staff';
import { Benefit } from '#domains/benefits/benefit.entity';
import { BenefitItem } from '../benefit-item.entity';
import { editable, itemShape } from './benefit-item.shape';
import type { BenefitItemsOfClub } from './dto/benefit-item.answers';
import {
  type BenefitItemChange,
  type BenefitItemsOrder,
  MOST_ITEMS,
  type NewBenefitText,
} from './dto/benefit-item.bodies';

/** The texts and files of benefits, as staff keep them. */
@Injectable()
export class StaffBenefitItemsService {
  constructor(
    private readonly work: StaffWorkService,
    private readonly files: Files,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** The items of a benefit. @throws Problem (404) */
  list(viewer: StaffViewer, benefit: number): Promise<BenefitItemsOfClub> {
    return this.work.read(viewer, async (rows) => {
      await rows.one(Benefit, benefit);
      return { items: (await itemsOf(rows, benefit)).map(itemShape), max_size: this.config.files.maxSize };
    });
  }

  /** @throws Problem (404) */
  one(viewer: StaffViewer, id: number): Promise<StaffAnswer> {
    return this.work.read(viewer, async (rows) => answerOf(await rows.one(BenefitItem, id)));
  }

  /** Adds a text. @throws Problem (404, 409, 422) */
  addText(viewer: StaffViewer, benefit: number, { title, html }: NewBenefitText): Promise<StaffAnswer> {
    const text = textOf(html);
    return this.work.change(viewer, (change) => this.add(change, benefit, { title, html: text }));
  }

  /**
   * Adds a file. It is stored before its row is written, so that a row always has its file.
   * @throws Problem (404, 409, 422), BodyRefused, FileStoreDown
   */
  async addFile(
    viewer: StaffViewer,
    benefit: number,
    name: string,
    upload: FileUpload,
  ): Promise<StaffAnswer> {
    await this.work.read(viewer, (rows) => rows.one(Benefit, benefit));
    const file = await this.stored(viewer, upload);
    const title = name.replace(/(?<=.)\.[^.]+$/, '');
    return this.keeping(file, () =>
      this.work.change(viewer, (change) => this.add(change, benefit, { title, ...columnsOf(name, file) })),
    );
  }

  /**
   * Puts another file in the place of one. The version is compared before the file arrives, and again when its row is written.
   * @param version `If-Match`: the entity tag of the file
   * @throws Problem (404, 409 for a text, 412, 422, 428), BodyRefused, FileStoreDown
   */
  async replace(
    viewer: StaffViewer,
    id: number,
    version: string | undefined,
    { name, upload }: { name: string; upload: FileUpload },
  ): Promise<StaffAnswer> {
    const present = fileOf(await this.work.read(viewer, (rows) => rows.one(BenefitItem, id)));
    requireTag(version, fileTag(present));
    const file = await this.stored(viewer, upload);
    const replaceBy = async (change: ClubChange): Promise<StaffAnswer> => {
      const before = fileOf(await change.lock(BenefitItem, id));
      requireTag(version, fileTag(before));
      const after = columnsOf(name, file);
      await change.update(BenefitItem, id, { ...after, updatedAt: this.clock.now() });
      this.audit(change, 'benefit_item.replaced', id, {
        before: { file_name: before.fileName, sha256: before.sha256.toString('hex') },
        after: { file_name: name, sha256: file.sha256.toString('hex'), size: file.size },
      });
      return answerOf(await change.one(BenefitItem, id));
    };
    return this.keeping(file, () => this.work.change(viewer, replaceBy));
  }

  /** Changes the title of an item, or a text. @param version `If-Match` @throws Problem (404, 412, 422, 428) */
  change(
    viewer: StaffViewer,
    id: number,
    version: string | undefined,
    { title, html }: BenefitItemChange,
  ): Promise<StaffAnswer> {
    return this.work.change(viewer, async (change) => {
      const before = await change.lock(BenefitItem, id);
      requireMatch(version, editable(before));
      if (html !== undefined && before.html === null) throw invalidField('#/html', 'is for texts only');
      const after = {
        ...(title !== undefined && { title }),
        ...(html !== undefined && { html: textOf(html) }),
      };
      await change.update(BenefitItem, id, { ...after, updatedAt: this.clock.now() });
      const changed = await change.one(BenefitItem, id);
      this.audit(change, 'benefit_item.changed', id, {
        before: { title: before.title, html: before.html },
        after: { title: changed.title, html: changed.html },
      });
      return answerOf(changed);
    });
  }

  /** Puts the items of a benefit in another order. @throws Problem (404, 409 if they are not all of its items) */
  order(viewer: StaffViewer, benefit: number, { items }: BenefitItemsOrder): Promise<BenefitItemsOfClub> {
    return this.work.change(viewer, async (change) => {
      await change.lock(Benefit, benefit);
      const before = (await itemsOf(change, benefit)).map(({ id }) => id);
      if (before.length !== items.length || !before.every((id) => items.includes(id)))
        throw conflict('The content of this benefit has changed. Look at it again before you order it.');
      for (const [position, id] of items.entries()) await change.update(BenefitItem, id, { position });
      const subject = { type: 'benefit', id: benefit } as const;
      const facts = { before: { items: before }, after: { items } };
      change.audit({ action: 'benefit.content_ordered', subject, ...facts });
      const ordered = (await itemsOf(change, benefit)).map(itemShape);
      return { items: ordered, max_size: this.config.files.maxSize };
    });
  }

  /** Deletes an item. A job deletes its file. @throws Problem (404) */
  remove(viewer: StaffViewer, id: number): Promise<void> {
    return this.work.change(viewer, async (change) => {
      const { title, fileName, benefitId } = await change.lock(BenefitItem, id);
      await change.remove(BenefitItem, id);
      this.audit(change, 'benefit_item.deleted', id, {
        before: { benefit: benefitId, title, file_name: fileName },
      });
    });
  }

  /** The file of an item. @throws Problem (404, also for a text) */
  async file(viewer: StaffViewer, id: number): Promise<SentFile> {
    const item = await this.work.read(viewer, (rows) => rows.one(BenefitItem, id));
    if (item.html !== null) throw notFound();
    const { fileName, size, sha256, store, fileKey: key } = fileOf(item);
    const owner = `staff ${viewer.person.id}`;
    return { owner, fileName, mediaType: 'application/octet-stream', size, sha256, store, key };
  }

  /** @throws Problem (422) for an empty file, (400) if the client does not wait for the answer: it would repeat the upload */
  private async stored(viewer: StaffViewer, upload: FileUpload): Promise<StoredFile> {
    const file = await this.files.add(viewer.fanclubId, upload);
    return this.keeping(file, async () => {
      if (file.size === 0) throw invalidField('#', 'is an empty file');
      if (upload.isAbandoned) throw invalidRequest('The connection was closed before the file was stored.');
      return Promise.resolve(file);
    });
  }

  /** Deletes a new file again if its row is refused. After another error the row may exist, so the job decides. */
  private async keeping<T>(file: StoredFile, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof Problem) await this.files.remove(file).catch(() => undefined);
      throw error;
    }
  }

  private async add(
    change: ClubChange,
    benefitId: number,
    values: Pick<BenefitItem, 'title'> & Partial<BenefitItem>,
  ): Promise<StaffAnswer> {
    // Items are added one after the other, so that each has a position of its own.
    await change.lock(Benefit, benefitId);
    const present = await itemsOf(change, benefitId);
    if (present.length >= MOST_ITEMS) throw conflict(`A benefit has ${MOST_ITEMS} texts and files at most.`);
    const now = this.clock.now();
    const position = (present.at(-1)?.position ?? -1) + 1;
    const times = { createdAt: now, updatedAt: now };
    const id = await change.insert(BenefitItem, { benefitId, position, ...values, ...times });
    const item = await change.one(BenefitItem, id);
    const { kind, title, file_name, size, sha256 } = itemShape(item);
    const after = { benefit: benefitId, kind, title, file_name, size, sha256 };
    this.audit(change, 'benefit_item.created', id, { after });
    const location = `/staff/api/fanclubs/${change.fanclubId}/benefit_items/${id}`;
    return answerOf(item, { status: 201, location });
  }

  private audit(
    change: ClubChange,
    action: `benefit_item.${'created' | 'changed' | 'deleted' | 'replaced'}`,
    id: number,
    facts: Readonly<Partial<Record<'before' | 'after', Readonly<Record<string, unknown>>>>>,
  ): void {
    change.audit({ action, subject: { type: 'benefit_item', id }, ...facts });
  }
}

const answerOf = (item: BenefitItem, head: StaffAnswer['head'] = {}): StaffAnswer =>
  new StaffAnswer(itemShape(item), { ...head, etag: etagOf(editable(item)) });

const itemsOf = (rows: ClubRows, benefitId: number): Promise<BenefitItem[]> =>
  rows
    .select(BenefitItem, 'item')
    .andWhere('item.benefitId = :benefitId', { benefitId })
    .orderBy({ 'item.position': 'ASC', 'item.id': 'ASC' })
    .getMany();

const columnsOf = (fileName: string, { mediaType, size, sha256, store, key }: StoredFile) => ({
  fileName,
  mediaType,
  size,
  sha256,
  store,
  fileKey: key,
});

type FileItem = { [K in keyof BenefitItem]: NonNullable<BenefitItem[K]> };

/** @throws Problem (409) for a text */
function fileOf(item: BenefitItem): FileItem {
  if (item.html !== null) throw conflict('This is a text, which has no file.');
  return item as FileItem;
}

/** @throws Problem (422) if nothing is left of the HTML */
function textOf(html: string): string {
  const text = cleanedText(html).trim();
  if (text === '') throw invalidField('#/html', 'has no text');
  return text;
}
