import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';

/** Mails that are shown, at most. */
const MOST = 100;

/** What `FileDelivery` calls the file of a mail: when it was queued, of what kind it is, and its id. */
const FILE = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-\w+-(\d+)\.eml$/;

/** A mail that was written as a file. */
export interface WrittenMail {
  subject: string;
  to: string;
  text: string;
  /** `2026-01-31 12:00:00 UTC` */
  written: string;
}

/** The mails in a folder, newest first: the latest {@link MOST}. None if there is no folder. */
export async function readMails(folder: string): Promise<WrittenMail[]> {
  const names = await readdir(folder).catch(() => []);
  const latest = names
    .filter((name) => FILE.test(name))
    .sort(newestFirst)
    .slice(0, MOST);
  const mails = await Promise.all(latest.map((name) => readMail(folder, name)));
  return mails.filter((mail) => mail !== null);
}

/** Null for a file that is gone meanwhile. */
async function readMail(folder: string, name: string): Promise<WrittenMail | null> {
  const file = await readFile(join(folder, name)).catch(() => null);
  if (!file) return null;
  const { subject = '', to, text = '' } = await PostalMime.parse(file);
  return {
    subject,
    to: to?.map(({ address }) => address).join(', ') ?? '',
    text,
    written: name.replace(FILE, '$1-$2-$3 $4:$5:$6 UTC'),
  };
}

/** By time; within a second, by id. */
function newestFirst(one: string, other: string): number {
  const [time, id] = placeOf(one);
  const [otherTime, otherId] = placeOf(other);
  return time === otherTime ? Number(otherId) - Number(id) : time < otherTime ? 1 : -1;
}

const placeOf = (name: string): [time: string, id: string] => [name.slice(0, 16), FILE.exec(name)?.[7] ?? ''];
