import type { DataSource } from 'typeorm';
import { SystemClock } from '#libs/clock';
import { ManagerStatements, Sql } from '#platform/database';
import { EXPECTED_MONEY } from '#domains/payments';
import { FILES_OF_CLUB } from '#domains/exclusive-content';
import { IMAGES_OF_CLUB } from '#domains/images';
import { type ErasableClub, eraseClub, findErasable, obstacle } from '#platform/erasure';
import { Files, FileStoreDown } from '#platform/files';
import {
  columns,
  type Command,
  type CommandContext,
  CommandFailed,
  parseOptions,
  WrongUsage,
} from './command';

/** `fanclub erase-club`: deletes a fan club and everything of it, after a confirmation by its name. */
export const eraseClubCommand: Command = async (parameters, context) => {
  const { key, name, allowMissing } = readOptions(parameters);
  const { withDatabase, print, log, progress } = context;
  await withDatabase(async (db, config) => {
    const club = await findErasable(db, key);
    if (!club) throw new CommandFailed('No fan club has or had this key.');
    const files = new Files(config);
    await requireHere(db, club.id);
    await requireNoMoney(db, club.id);
    const isOriginal = config.files.purge;
    if (isOriginal && !allowMissing) await withStorage(() => requireFiles(db, files, club.id));
    describe(club, isOriginal).forEach(log);
    await confirm(club, name, context);
    const total = [...club.rows.values()].reduce((sum, count) => sum + count, 0);
    let done = 0;
    const onDeleted = (rows: number): void => {
      done += rows;
      progress?.(`erasing ${Math.min(100, Math.floor((100 * done) / total))} %`);
    };
    // Again, because the question may have waited for long: in a shared storage, the files of a moved fan club are in use elsewhere.
    await requireHere(db, club.id);
    // First, so that a repeated command finds the fan club, and with it the files that are left.
    await withStorage(() => removeFiles(files, club.id));
    await eraseClub(db, new SystemClock(), club.id, onDeleted).finally(() => progress?.(''));
    // Those of uploads that were complete before the rows were gone.
    await withStorage(() => removeFiles(files, club.id));
    print(`The fan club “${club.name}” is erased.`);
  });
};

async function removeFiles(files: Files, fanclub: number): Promise<void> {
  for await (const file of files.list(fanclub)) await files.remove(file);
}

/** @throws CommandFailed if this database does not serve the fan club, or it is held */
async function requireHere(db: DataSource, fanclub: number): Promise<void> {
  const reason = await obstacle(db, fanclub);
  if (reason !== null) throw new CommandFailed(`${reason} Nothing was erased.`);
}

/** Otherwise files would stay for ever where this command does not look. @throws CommandFailed */
async function requireFiles(db: DataSource, files: Files, fanclub: number): Promise<void> {
  const present = new Set<string>();
  for await (const { store, key } of files.list(fanclub)) present.add(`${store} ${key}`);
  const sql = new Sql(db);
  const named = [
    ...(await sql.rows(FILES_OF_CLUB, { fanclub })),
    ...(await sql.rows(IMAGES_OF_CLUB, { fanclub })),
  ];
  const missing = named.filter(({ store, key }) => !present.has(`${store} ${key}`));
  if (missing.length === 0) return;
  const stores = [...new Set(missing.map(({ store }) => (store === 's3' ? 'S3_BUCKET' : 'FILES_FOLDER')))];
  throw new CommandFailed(
    `${missing.length} of ${named.length} uploaded files were not found. Run the command where ${stores.join(' and ')} are those of the service. If the files are lost, or an interrupted run deleted them, add --allow-missing-files. Nothing was erased.`,
  );
}

/** @throws CommandFailed if the storage does not answer */
async function withStorage(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof FileStoreDown)) throw error;
    throw new CommandFailed(
      `The storage of files does not answer (${error.code}). Only files were deleted, if any: repeat the command.`,
    );
  }
}

function readOptions(parameters: string[]): {
  key: string;
  name: string | undefined;
  allowMissing: boolean;
} {
  const { values, positionals } = parseOptions(parameters, {
    yes: { type: 'string' },
    'allow-missing-files': { type: 'boolean' },
  });
  if (positionals.length !== 1) throw new WrongUsage('erase-club takes one key of a fan club');
  return {
    key: positionals[0],
    name: values.yes,
    allowMissing: values['allow-missing-files'] ?? false,
  };
}

/** Money that arrives after the erasure would belong to nobody. @throws CommandFailed */
async function requireNoMoney(db: DataSource, fanclub: number): Promise<void> {
  const expected = await db.transaction((tx) => new ManagerStatements(tx).first(EXPECTED_MONEY, { fanclub }));
  const { isOpen, live } = expected!;
  if (isOpen)
    throw new CommandFailed('This fan club takes payments. First run: fanclub payments disconnect KEY');
  if (live > 0)
    throw new CommandFailed(
      `${live} payments may still arrive. Wait until their pages have ended, which takes 35 minutes; see fanclub payments status KEY.`,
    );
}

function describe({ name, organization, siblings, rows }: ErasableClub, withFiles: boolean): string[] {
  const counts = [...rows].reverse().map(([table, count]) => [`  ${table}`, String(count)]);
  const others =
    siblings === 0
      ? 'which has no other fan club and stays with its keys'
      : `which stays, with its keys and ${siblings} other fan club${siblings === 1 ? '' : 's'}`;
  return [
    `This erases the fan club “${name}” of the organization “${organization}”, ${others}.`,
    'These rows will be deleted. There is no way back, except a backup:',
    '',
    ...columns([['  table', 'rows'], ...counts]),
    '',
    `${withFiles ? 'Its uploaded files will be deleted, too' : 'Its uploaded files stay, because FILES_PURGE is false'}. The security events of operators stay on record.`,
  ];
}

/** @throws CommandFailed if the operator does not give the name of the fan club */
async function confirm(
  { name }: ErasableClub,
  given: string | undefined,
  { ask }: CommandContext,
): Promise<void> {
  if (given === undefined && !ask) {
    throw new CommandFailed('Nothing was erased. To erase it, add --yes with the name of the fan club.');
  }
  const answer = given ?? (await ask?.('Type the name of the fan club to erase it: '));
  if (answer !== name) throw new CommandFailed('This is not the name of the fan club. Nothing was erased.');
}
