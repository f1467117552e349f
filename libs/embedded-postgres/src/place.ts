import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Account, isTraversableBy } from './account';

/** Where a cluster goes if the server's account cannot reach the data directory: the first of these that is writable. */
const ROOMS = ['/var/lib/embedded-postgres', '/var/tmp', tmpdir()];

interface Note {
  /** The directory of cluster and binaries. */
  place: string;
  /** The data directory for which the file was written. It distinguishes a moved data directory from a copied one. */
  dataDir: string;
}

const noteOf = (dataDir: string): string => join(dataDir, 'place.json');

function readNote(dataDir: string): Note | null {
  const file = noteOf(dataDir);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Note) : null;
}

function writeNote(note: Note): void {
  writeFileSync(noteOf(note.dataDir), `${JSON.stringify(note, null, 2)}\n`);
}

/**
 * The directory of cluster and binaries that is recorded in `place.json`. Null if none is recorded, if it no longer exists, or if
 * the data directory is a copy whose original still exists. Updates the record of a moved data directory.
 */
function notedPlace(dataDir: string): string | null {
  const note = readNote(dataDir);
  if (!note || !existsSync(note.place)) return null;
  if (note.dataDir === dataDir) return note.place;
  // The data directory was moved or copied. If the original still exists, this is a copy and needs its own place.
  if (existsSync(note.dataDir) && readNote(note.dataDir)?.place === note.place) return null;
  writeNote({ place: note.place, dataDir });
  return note.place;
}

function makePlaceOutside(dataDir: string, account: Account): string {
  for (const room of ROOMS) {
    try {
      mkdirSync(room, { recursive: true, mode: 0o755 });
      const place = mkdtempSync(join(room, 'pg-'));
      chmodSync(place, 0o711);
      if (isTraversableBy(account, place)) {
        writeNote({ place, dataDir });
        return place;
      }
      rmSync(place, { recursive: true });
    } catch (error) {
      if (!['EACCES', 'EROFS', 'EPERM', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? ''))
        throw error;
    }
  }
  throw new Error(`No folder that uid ${account.uid} can reach: tried ${ROOMS.join(', ')}`);
}

/**
 * The directory of the cluster: the data directory itself, unless the server's account cannot reach it (for example below a home
 * of mode 0700). Then the cluster is in a directory elsewhere. `place.json` in the data directory names it, so that later starts
 * find the same data.
 *
 * @param account the server's account; null for this process's own
 */
export function placeOf(dataDir: string, account: Account | null): string {
  const own = realpathSync(dataDir);
  const noted = notedPlace(own);
  if (noted) return noted;
  return account && !isTraversableBy(account, own) ? makePlaceOutside(own, account) : own;
}

/** Removes the data directory, and the directory that its `place.json` names unless this belongs to another data directory. */
export function removePlaces(dataDir: string): void {
  if (!existsSync(dataDir)) return;
  const place = notedPlace(realpathSync(dataDir));
  if (place) rmSync(place, { recursive: true, force: true });
  rmSync(dataDir, { recursive: true, force: true });
}
