import { createReadStream } from 'node:fs';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { CatalogueFaults, type Faults, isObject } from '#platform/catalogue';
import { JsonOutline, MalformedJson } from './json-outline';
import type { Member } from './member';

/** What one pass over a catalogue yields: its members in batches, and at the end everything else. */
export interface Pass {
  /** Members in the order of the file. */
  readonly members: AsyncIterable<Member[]>;
  /** The catalogue without the members of its long lists; complete once `members` has ended. */
  outline(): unknown;
}

/** A catalogue that can be read several times, with only a part of it in memory at any time. */
export interface CatalogueSource {
  /** Starts at its beginning again. Fields that an object has twice are reported to `faults`. */
  pass(faults: Faults): Pass;
  /** How much there is to read, and how much of it the present pass has read, in a unit of the source's own. */
  progress(): { done: number; total: number };
}

const CHUNK_BYTES = 256 * 1024;

/** The place of a value in the file: the keys and indexes that lead to it. */
type Place = readonly (string | number)[];

/** Which of these lists of a fan club stands at a place; null if none does. */
export function longListAt(lists: readonly string[], place: Place): string | null {
  const [organizations, organization, fanclubs, fanclub, list] = place;
  if (place.length !== 5 || organizations !== 'organizations' || fanclubs !== 'fanclubs') return null;
  if (typeof organization !== 'number' || typeof fanclub !== 'number') return null;
  return lists.find((name) => name === list) ?? null;
}

/** A catalogue in a file. */
export class FileSource implements CatalogueSource {
  private done = 0;

  private constructor(
    private readonly path: string,
    private readonly lists: readonly string[],
    private readonly total: number,
  ) {}

  /** `lists` are the names of the long lists. Throws what `stat` throws when there is no such file. */
  static async open(path: string, lists: readonly string[]): Promise<FileSource> {
    return new FileSource(path, lists, (await stat(path)).size);
  }

  pass(faults: Faults): Pass {
    const json = new JsonOutline((place) => longListAt(this.lists, place), faults);
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

  constructor(
    value: unknown,
    private readonly lists: readonly string[],
  ) {
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

  private withoutMembers(value: unknown, place: Place): unknown {
    if (place.length > 5) return value;
    if (Array.isArray(value)) {
      const list = longListAt(this.lists, place);
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
 * read twice; `close` removes it. `lists` are the names of the long lists.
 */
export async function sourceOf(
  catalogue: string | Readable | object,
  lists: readonly string[],
): Promise<{ source: CatalogueSource; close: () => Promise<void> }> {
  if (typeof catalogue === 'string') {
    // A pipe can be read only once.
    if (!(await stat(catalogue)).isFile()) return sourceOf(createReadStream(catalogue), lists);
    return { source: await FileSource.open(catalogue, lists), close: nothing };
  }
  if (!(catalogue instanceof Readable)) return { source: new ObjectSource(catalogue, lists), close: nothing };
  const folder = await mkdtemp(join(tmpdir(), 'catalogue-'));
  const close = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    const path = join(folder, 'catalogue.json');
    await writeFile(path, catalogue, { mode: 0o600 });
    return { source: await FileSource.open(path, lists), close };
  } catch (error) {
    await close();
    throw error;
  }
}

const nothing = (): Promise<void> => Promise.resolve();
