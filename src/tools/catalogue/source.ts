import { createReadStream } from 'node:fs';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { CatalogueFaults, type Faults, isObject } from '#platform/catalogue';
import { JsonOutline, MalformedJson } from './json-outline';
import type { Member } from './batches';

/** One pass over a catalogue. */
interface Pass {
  /** The members of long lists in batches, in the order of the file. */
  readonly members: AsyncIterable<Member[]>;
  /** The catalogue without the members of its long lists; complete after the last batch. */
  outline(): unknown;
}

/** A catalogue that can be read several times. */
export interface CatalogueSource {
  /** Starts a pass from the beginning. Fields that an object has twice are added to `faults`. */
  pass(faults: Faults): Pass;
  /** The progress of the current pass, in bytes or members. */
  progress(): { done: number; total: number };
}

const CHUNK_BYTES = 256 * 1024;

/** The keys and indexes that lead to a value. */
type Place = readonly (string | number)[];

/** The name of the long list at a place; null for any other place. */
export function longListAt(lists: readonly string[], place: Place): string | null {
  const [organizations, organization, fanclubs, fanclub, list] = place;
  if (place.length !== 5 || organizations !== 'organizations' || fanclubs !== 'fanclubs') return null;
  if (typeof organization !== 'number' || typeof fanclub !== 'number') return null;
  return lists.find((name) => name === list) ?? null;
}

/** A catalogue in a file that is read piece by piece. */
class FileSource implements CatalogueSource {
  private done = 0;

  private constructor(
    private readonly path: string,
    private readonly lists: readonly string[],
    private readonly total: number,
  ) {}

  /** `lists` are the names of the long lists. Throws the error of `stat` if there is no such file. */
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
 * The source for the path of a file, a stream, or a parsed object. A stream is copied to a temporary file, because a source is
 * read twice; `close` deletes it. `lists` are the names of the long lists.
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
