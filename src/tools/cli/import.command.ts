import {
  CatalogueFaults,
  CATALOGUE,
  type ChangeKind,
  type Changes,
  ChangesNotAllowed,
  describeFault,
  importCatalogue,
  type ImportResult,
} from '#tools/catalogue';
import { importOptions, withMaintenance } from '#tools/local';
import { type Command, parsed, WrongUsage } from './command';
import { isFileError } from './file-error';

/** `fanclub import`: fills the service from a catalogue file, or checks one. */
export const importCommand: Command = {
  usage: 'import FILE [--dry-run] [--allow-removals] [--allow-keys]',
  summary: 'load a catalogue of fan clubs (- reads it from standard input), or only check it',
  async run(parameters, { open, out, tell, progress }) {
    const { file, schema, ...choices } = understood(parameters);
    if (schema) {
      out(JSON.stringify(CATALOGUE.schema(), null, 2));
      return 0;
    }
    const { config } = await open();
    try {
      const result = await withMaintenance(config.database.ownerUrl, (dataSource) =>
        importCatalogue(file === '-' ? process.stdin : file, {
          ...importOptions(dataSource, config),
          ...choices,
          onProgress: ({ phase, fraction }) => progress?.(`${phase} ${Math.floor(fraction * 100)} %`),
        }),
      );
      progress?.('');
      report(result, choices.dryRun, out);
      return 0;
    } catch (error) {
      progress?.('');
      if (error instanceof CatalogueFaults) {
        error.faults.forEach((fault) => tell(describeFault(fault)));
        tell(`Nothing was imported: ${count(error.faults.length, 'fault')}.`);
        return 1;
      }
      if (error instanceof ChangesNotAllowed) {
        KINDS.forEach((kind) => error.changes.lines(kind).forEach(tell));
        tell(`Nothing was imported: ${refusal(error.changes)}`);
        return 1;
      }
      if (!isFileError(error)) throw error;
      tell(`The file cannot be read: ${error.message}`);
      return 1;
    }
  },
};

const KINDS: readonly ChangeKind[] = ['removal', 'key'];

/** How each kind of change is told, and what allows it. */
const TOLD: Record<ChangeKind, { what: string; flag: string; done: string; planned: string }> = {
  removal: {
    what: 'the file removes or rewrites what is there',
    flag: '--allow-removals',
    done: 'Removed or rewritten:',
    planned: 'Would be removed or rewritten:',
  },
  key: {
    what: 'the file gives existing organizations or fan clubs new keys or trusted domains',
    flag: '--allow-keys',
    done: 'New keys and trusted domains:',
    planned: 'Would be new keys and trusted domains:',
  },
};

/** `the file …, as listed above. --allow-… lets it.` */
function refusal(changes: Changes): string {
  const kinds = changes.refused.map((kind) => TOLD[kind]);
  const whats = kinds.map(({ what }) => what).join(', and ');
  return `${whats}, as listed above. To allow this, add ${kinds.map(({ flag }) => flag).join(' ')}.`;
}

/** What the parameters ask for. */
interface Call {
  file: string;
  schema: boolean;
  dryRun: boolean;
  allowRemovals: boolean;
  allowKeys: boolean;
}

function understood(parameters: string[]): Call {
  const { values, positionals } = parsed(parameters, {
    'dry-run': { type: 'boolean', default: false },
    'allow-removals': { type: 'boolean', default: false },
    'allow-keys': { type: 'boolean', default: false },
    schema: { type: 'boolean', default: false },
  });
  const { schema } = values;
  if (positionals.length !== (schema ? 0 : 1)) throw new WrongUsage('import takes one file');
  return {
    file: positionals[0] ?? '',
    schema,
    dryRun: values['dry-run'],
    allowRemovals: values['allow-removals'],
    allowKeys: values['allow-keys'],
  };
}

function report({ summary, changes }: ImportResult, dryRun: boolean, out: (line: string) => void): void {
  for (const kind of KINDS.filter((each) => changes.count(each) > 0)) {
    out(dryRun ? TOLD[kind].planned : TOLD[kind].done);
    changes.lines(kind).forEach((line) => out(`  ${line}`));
  }
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
