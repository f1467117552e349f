import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { describeFault, ExportRefused, type Faults } from '#platform/catalogue';
import { type CatalogueExport, exportCatalogue } from '#tools/catalogue';
import { importOptions } from '#tools/local';
import { ALL_ENTITIES } from '../../app/all-entities';
import { type Command, CommandFailed, parseOptions, WrongUsage, refuseOutput } from './command';

/** `fanclub export`: writes a fan club as a catalogue file. */
export const exportCommand: Command = async (parameters, { withDatabase, output, progress, log }) => {
  const { key, file, ...contents } = readOptions(parameters);
  await withDatabase(async (dataSource, config) => {
    const { sealer, clock } = importOptions(dataSource, config);
    const options = { dataSource, sealer, clock, ...contents };
    const onProgress = (fraction: number) => progress?.(`exporting ${Math.floor(fraction * 100)} %`);
    const exported = exportCatalogue(key, { ...options, onProgress });
    const writing = file === null ? toStream(exported, output) : toFile(exported, file);
    await writing.finally(() => progress?.('')).catch(refuseExport);
    reportFaults(exported.faults);
    if (!contents.secrets) log(WITHOUT_SECRETS);
  }, ALL_ENTITIES);
};

const WITHOUT_SECRETS =
  'Passwords and login providers are not in the file. Customers whom it creates must reset their passwords. See --with-secrets.';

function readOptions(parameters: string[]) {
  const { values, positionals } = parseOptions(parameters, {
    'with-secrets': { type: 'boolean', default: false },
    'without-ids': { type: 'boolean', default: false },
    output: { type: 'string' },
  });
  if (positionals.length !== 1) throw new WrongUsage('export takes one key of a fan club');
  return {
    key: positionals[0],
    file: values.output ?? null,
    secrets: values['with-secrets'],
    ids: !values['without-ids'],
  };
}

function toStream({ text }: CatalogueExport, output: Writable): Promise<void> {
  return pipeline(Readable.from(text), output, { end: false });
}

/** Writes a file that only its owner can read. It gets its name when it is complete, and replaces an older file of this name. */
async function toFile({ text }: CatalogueExport, path: string): Promise<void> {
  const partial = `${path}.part`;
  await rm(partial, { force: true });
  try {
    await pipeline(
      Readable.from(text),
      createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true }),
    );
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

function refuseExport(error: unknown): never {
  if (error instanceof ExportRefused) throw new CommandFailed(error.message);
  return refuseOutput(error);
}

/** @throws CommandFailed with what an import would refuse */
function reportFaults({ found, full }: Faults): void {
  if (found.length === 0) return;
  const count = `${found.length}${full ? ' or more' : ''}`;
  throw new CommandFailed(
    ...found.map(describeFault),
    `The file is complete, but import refuses it, because the database has values that a catalogue cannot have: ${count}.`,
  );
}
