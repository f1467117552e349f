import { createReadStream } from 'node:fs';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { CatalogueFaults, type Faults, isObject } from '#platform/catalogue';
import { LONG_LISTS, type LongList } from './format/catalogue.format';
import { JsonOutline, MalformedJson } from './json-outline';

/** A member of one of the long lists, as it stands in the file. */
export interface Member {
  readonly list: LongList;
  readonly organization: number;
  readonly fanclub: number;
  readonly index: number;
  readonly value: unknown;
}

/** What one pass over a catalogue meets: its members in batches, and at the end all that is not a member. */
export interface Pass {
  /** Members in the order of the file. */
  readonly members: AsyncIterable<Member[]>;
  /** The catalogue without the members of its long lists; complete once `members` has ended. */
  outline(): unknown;
}

/** A catalogue that can be gone through as often as needed, with only a part of it in memory at any time. */
export interface CatalogueSource {
  /** Starts at its beginning again. Fields that an object has twice are reported to `faults`. */
  pass(faults: Faults): Pass;
  /** How much there is to go through, and how much of it the present pass has behind it; the unit is its own affair. */
  progress(): { done: number; total: number };
}

const LONG = Object.keys(LONG_LISTS) as LongList[];
const CHUNK_BYTES = 256 * 1024;

/** The list that a place in the file belongs to, given as the keys and indexes that lead there; null for any other place. */
export function longListAt(place: readonly (string | number)[]): LongList | null {
  const [organizations, organization, fanclubs, fanclub, list] = place;
  if (place.length !== 5 || organizations !== 'organizations' || fanclubs !== 'fanclubs') return null;
  if (typeof organization !== 'number' || typeof fanclub !== 'number') return null;
  return LONG.find((name) => name === list) ?? null;
}

/** A catalogue in a file. */
export class FileSource implements CatalogueSource {
  private done = 0;

  private constructor(
    private readonly path: string,
    private readonly total: number,
  ) {}

  /** Throws what `stat` throws when there is no such file. */
  static async open(path: string): Promise<FileSource> {
    return new FileSource(path, (await stat(path)).size);
  }

  pass(faults: Faults): Pass {
    const json = new JsonOutline(longListAt, faults);
    return { members: this.read(json), outline: () => json.outline };
  }

  progress(): { done: number; total: number } {
    return { done: this.done, total: this.total };
  }

  private async *read(json: JsonOutline): AsyncGenerator<Member[]> {
    this.done = 0;
    try {
      for await (const chunk of createReadStream(this.path, { highWaterMark: CHUNK_BYTES })) {
        json.write(chunk as Buffer);
        this.done += (chunk as Buffer).length;
        const members = json.take();
        if (members.length > 0) yield members;
      }
      json.end();
    } catch (error) {
      if (!(error instanceof MalformedJson)) throw error;
      throw new CatalogueFaults([{ path: '', message: `The file is not valid JSON: ${error.message}` }]);
    }
  }
}

const BATCH = 500;

/** A catalogue in memory. */
export class ObjectSource implements CatalogueSource {
  private readonly members: Member[] = [];
  private readonly rest: unknown;
  private done = 0;

  constructor(value: unknown) {
    this.rest = this.withoutMembers(value, []);
  }

  pass(): Pass {
    return { members: this.batches(), outline: () => this.rest };
  }

  progress(): { done: number; total: number } {
    return { done: this.done, total: this.members.length };
  }

  private async *batches(): AsyncGenerator<Member[]> {
    for (this.done = 0; this.done < this.members.length; this.done += BATCH) {
      yield this.members.slice(this.done, this.done + BATCH);
    }
    this.done = this.members.length;
  }

  private withoutMembers(value: unknown, place: readonly (string | number)[]): unknown {
    if (place.length > 5) return value;
    if (Array.isArray(value)) {
      const list = longListAt(place);
      if (!list) return value.map((item, index) => this.withoutMembers(item, [...place, index]));
      const [organization, fanclub] = [place[1] as number, place[3] as number];
      value.forEach((item: unknown, index) =>
        this.members.push({ list, organization, fanclub, index, value: item }),
      );
      return [];
    }
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, field]) => [key, this.withoutMembers(field, [...place, key])]),
    );
  }
}

/**
 * The source for the path of a file, a stream of one, or a parsed object. A stream is kept in a temporary file, since it is
 * gone through twice; `close` removes it.
 */
export async function sourceOf(
  catalogue: string | Readable | object,
): Promise<{ source: CatalogueSource; close: () => Promise<void> }> {
  if (typeof catalogue === 'string') {
    // What is no file on a disk, such as a pipe, can be read only once.
    if (!(await stat(catalogue)).isFile()) return sourceOf(createReadStream(catalogue));
    return { source: await FileSource.open(catalogue), close: nothing };
  }
  if (!(catalogue instanceof Readable)) return { source: new ObjectSource(catalogue), close: nothing };
  const folder = await mkdtemp(join(tmpdir(), 'catalogue-'));
  const close = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    const path = join(folder, 'catalogue.json');
    await writeFile(path, catalogue, { mode: 0o600 });
    return { source: await FileSource.open(path), close };
  } catch (error) {
    await close();
    throw error;
  }
}

const nothing = (): Promise<void> => Promise.resolve();
