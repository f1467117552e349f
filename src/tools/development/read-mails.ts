import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';

/** The number of mails that are shown. Older ones are not. */
const MAX_MAILS = 100;

/** The file names of `FileDelivery`: the time of queuing, the kind and the id. */
const FILE = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-\w+-(\d+)\.eml$/;

/** A mail that was written as a file. */
export interface WrittenMail {
  /** The name of its file, without `.eml`. */
  name: string;
  subject: string;
  to: string;
  text: string;
  /** Null if it has no HTML. */
  html: string | null;
  /** `2026-01-31 12:00:00 UTC` */
  written: string;
}

/** The latest {@link MAX_MAILS} mails in a folder, newest first; empty if there is no folder. */
export async function readMails(folder: string): Promise<WrittenMail[]> {
  const names = await readdir(folder).catch(() => []);
  const latest = names
    .filter((name) => FILE.test(name))
    .sort(newestFirst)
    .slice(0, MAX_MAILS);
  const mails = await Promise.all(latest.map((name) => readMail(folder, name)));
  return mails.filter((mail) => mail !== null);
}

/** One mail; null if there is no such file. */
export async function readMailNamed(folder: string, name: string): Promise<WrittenMail | null> {
  return FILE.test(`${name}.eml`) ? readMail(folder, `${name}.eml`) : null;
}

/** Null if the file was deleted meanwhile. */
async function readMail(folder: string, name: string): Promise<WrittenMail | null> {
  const file = await readFile(join(folder, name)).catch(() => null);
  if (!file) return null;
  const { subject = '', to, text = '', html = null } = await PostalMime.parse(file);
  return {
    name: name.replace(/\.eml$/, ''),
    subject,
    to: to?.map(({ address }) => address).join(', ') ?? '',
    text,
    html,
    written: name.replace(FILE, '$1-$2-$3 $4:$5:$6 UTC'),
  };
}

/** Sorts by time, and by id within the same second. */
function newestFirst(one: string, other: string): number {
  const [time, id] = placeOf(one);
  const [otherTime, otherId] = placeOf(other);
  return time === otherTime ? Number(otherId) - Number(id) : time < otherTime ? 1 : -1;
}

const placeOf = (name: string): [time: string, id: string] => [name.slice(0, 16), FILE.exec(name)?.[7] ?? ''];
