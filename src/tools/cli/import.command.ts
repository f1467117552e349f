import {
  CatalogueFaults,
  type ChangeKind,
  type Changes,
  ChangesNotAllowed,
  describeFault,
} from '#platform/catalogue';
import { CATALOGUE, importCatalogue, type ImportResult } from '#tools/catalogue';
import { importOptions } from '#tools/local';
import { ALL_ENTITIES } from '../../app/all-entities';
import { type Command, CommandFailed, parseOptions, WrongUsage, refuseFile } from './command';

/** `fanclub import`: loads a catalogue file into the service, or only checks it. */
export const importCommand: Command = async (parameters, { withDatabase, print, progress }) => {
  const { file, schema, ...choices } = readOptions(parameters);
  if (schema) return print(JSON.stringify(CATALOGUE.schema(), null, 2));
  const imported = withDatabase(
    (dataSource, config) =>
      importCatalogue(file === '-' ? process.stdin : file, {
        ...importOptions(dataSource, config),
        ...choices,
        onProgress: ({ phase, fraction }) => progress?.(`${phase} ${Math.floor(fraction * 100)} %`),
      }),
    ALL_ENTITIES,
  );
  printResult(await imported.finally(() => progress?.('')).catch(refuseImport), choices.dryRun, print);
};

function refuseImport(error: unknown): never {
  if (error instanceof CatalogueFaults) {
    const { faults } = error;
    const count = `${faults.length} fault${faults.length === 1 ? '' : 's'}`;
    throw new CommandFailed(...faults.map(describeFault), `Nothing was imported: ${count}.`);
  }
  if (error instanceof ChangesNotAllowed) {
    const lines = KINDS.flatMap((kind) => error.changes.lines(kind));
    throw new CommandFailed(...lines, `Nothing was imported: ${refusal(error.changes)}`);
  }
  return refuseFile(error);
}

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

function readOptions(parameters: string[]) {
  const { values, positionals } = parseOptions(parameters, {
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

function printResult(
  { summary, changes }: ImportResult,
  dryRun: boolean,
  print: (line: string) => void,
): void {
  for (const kind of KINDS.filter((each) => changes.count(each) > 0)) {
    print(dryRun ? TEXTS[kind].planned : TEXTS[kind].done);
    changes.lines(kind).forEach((line) => print(`  ${line}`));
  }
  if (dryRun) {
    print('The catalogue has no faults. Nothing was imported.');
    return;
  }
  for (const [table, { created, updated, unchanged, removed }] of Object.entries(summary)) {
    const gone = removed > 0 ? `, ${removed} removed` : '';
    print(`${table}: ${created} created, ${updated} updated, ${unchanged} unchanged${gone}`);
  }
}
