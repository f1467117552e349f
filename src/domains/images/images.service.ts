import { Injectable } from '@nestjs/common';
import type { FanclubInfo } from '#platform/access';
import { Sql } from '#platform/database';
import { NAME, nameOfImage } from './image-addresses';
import { NoImageFound } from './images.errors';
import { IMAGE_BY_KEY, type StoredImage } from './images.queries';

/** The pictures of fan clubs, for everybody. */
@Injectable()
export class ImagesService {
  constructor(private readonly sql: Sql) {}

  /** The picture that an address names. @param name the last part of the address @throws NoImageFound */
  async byName(fanclub: FanclubInfo, name: string): Promise<StoredImage> {
    if (!NAME.test(name)) throw new NoImageFound();
    const key = `${fanclub.id}/${name.replace(/\.\w+$/, '')}`;
    const image = await this.sql.first(IMAGE_BY_KEY, { fanclub: fanclub.id, key });
    if (!image || nameOfImage(image) !== name) throw new NoImageFound();
    return image;
  }
}
