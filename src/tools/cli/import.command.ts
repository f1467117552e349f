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
import { importOptions } from '#tools/local';
import { ALL_ENTITIES } from '../../all-entities';
import { type Command, parsed, WrongUsage } from './command';
import { isFileError } from './file-error';

/** `fanclub import`: loads a catalogue file into the service, or checks one. */
export const importCommand: Command = async (parameters, { withDatabase, out, tell, progress }) => {
  const { file, schema, ...choices } = understood(parameters);
  if (schema) {
    out(JSON.stringify(CATALOGUE.schema(), null, 2));
    return 0;
  }
  try {
    const result = await withDatabase(
      (dataSource, config) =>
        importCatalogue(file === '-' ? process.stdin : file, {
          ...importOptions(dataSource, config),
          ...choices,
          onProgress: ({ phase, fraction }) => progress?.(`${phase} ${Math.floor(fraction * 100)} %`),
        }),
      ALL_ENTITIES,
    );
    progress?.('');
    report(result, choices.dryRun, out);
    return 0;
  } catch (error) {
    progress?.('');
    if (error instanceof CatalogueFaults) {
      error.faults.forEach((fault) => tell(describeFault(fault)));
      tell(`Nothing was imported: ${count(error.faults.length, 'fault')}.`);
    } else if (error instanceof ChangesNotAllowed) {
      KINDS.forEach((kind) => error.changes.lines(kind).forEach(tell));
      tell(`Nothing was imported: ${refusal(error.changes)}`);
    } else if (isFileError(error)) {
      tell(`The file cannot be read: ${error.message}`);
    } else {
      throw error;
    }
    return 1;
  }
};

const KINDS: readonly ChangeKind[] = ['removal', 'key'];

/** The messages for each kind of change, and the flag that allows it. */
const TEXTS: Record<ChangeKind, { what: string; flag: string; done: string; planned: string }> = {
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

function refusal(changes: Changes): string {
  const kinds = changes.refused.map((kind) => TEXTS[kind]);
  const whats = kinds.map(({ what }) => what).join(', and ');
  return `${whats}, as listed above. To allow this, add ${kinds.map(({ flag }) => flag).join(' ')}.`;
}

function understood(parameters: string[]) {
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
    out(dryRun ? TEXTS[kind].planned : TEXTS[kind].done);
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
