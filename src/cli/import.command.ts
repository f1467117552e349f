import { parseArgs } from 'node:util';
import {
  CatalogueFaults,
  catalogueSchema,
  describeFault,
  importCatalogue,
  type ImportSummary,
} from '../catalogue';
import { importOptions, withMaintenance } from '../local';
import { type Command, WrongUsage } from './command';
import { isFileError } from './file-error';

/** `fanclub import`: fills the service from a catalogue file, or checks one. */
export const importCommand: Command = {
  usage: 'import FILE [--dry-run]',
  summary: 'load a catalogue of fan clubs (- reads it from standard input), or only check it',
  async run(parameters, { open, out, tell, progress }) {
    const { file, dryRun, schema } = understood(parameters);
    if (schema) {
      out(JSON.stringify(catalogueSchema(), null, 2));
      return 0;
    }
    const { config } = await open();
    try {
      const summary = await withMaintenance(config.database.ownerUrl, (dataSource) =>
        importCatalogue(file === '-' ? process.stdin : file, {
          ...importOptions(dataSource, config),
          dryRun,
          onProgress: ({ phase, fraction }) => progress?.(`${phase} ${Math.floor(fraction * 100)} %`),
        }),
      );
      progress?.('');
      report(summary, dryRun, out);
      return 0;
    } catch (error) {
      progress?.('');
      if (error instanceof CatalogueFaults) {
        error.faults.forEach((fault) => tell(describeFault(fault)));
        tell(`Nothing was imported: ${count(error.faults.length, 'fault')}.`);
        return 1;
      }
      if (!isFileError(error)) throw error;
      tell(`The file cannot be read: ${error.message}`);
      return 1;
    }
  },
};

function understood(parameters: string[]): { file: string; dryRun: boolean; schema: boolean } {
  try {
    const { values, positionals } = parseArgs({
      args: parameters,
      allowPositionals: true,
      options: { 'dry-run': { type: 'boolean' }, schema: { type: 'boolean' } },
    });
    const { 'dry-run': dryRun = false, schema = false } = values;
    if (positionals.length !== (schema ? 0 : 1)) throw new WrongUsage('import takes one file');
    return { file: positionals[0] ?? '', dryRun, schema };
  } catch (error) {
    throw error instanceof WrongUsage ? error : new WrongUsage((error as Error).message);
  }
}

function report(summary: ImportSummary, dryRun: boolean, out: (line: string) => void): void {
  if (dryRun) {
    out('The catalogue has no faults. Nothing was imported.');
    return;
  }
  for (const [table, { created, updated, unchanged, removed }] of Object.entries(summary)) {
    const gone = removed > 0 ? `, ${removed} removed` : '';
    out(`${table}: ${created} created, ${updated} updated, ${unchanged} unchanged${gone}`);
  }
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
