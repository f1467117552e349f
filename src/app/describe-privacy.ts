import { FATES, type Fate, type Merging } from '#libs/personal-data';
import { type PersonTable, personTables } from '#platform/erasure';
import '../domains';
import '../platform/platform.module';

/** What an erasure does with columns, in words. */
const WORDS: Readonly<Record<Fate, string>> = {
  deleted: 'Deleted with the row',
  nulled: 'Removed',
  emptied: 'Replaced by the word “erased”',
  reset: 'Back to the default',
  retained: 'Removed after the retention of orders',
  kept: 'Kept',
};

/** What a merge does with the rows of the account that stays empty. */
function mergeOf(merged: Merging<Record<string, unknown>>): string {
  if (typeof merged === 'string') return MERGED[merged];
  const { unlessAlike: alike } = merged;
  const same = alike.length === 0 ? '' : ` with the same ${alike.map((name) => `\`${name}\``).join(' and ')}`;
  return `A merge moves the row, unless the other account has one${same}.`;
}

const MERGED = {
  moved: 'A merge moves the row to the other account.',
  follows: 'A merge moves it together with what it belongs to.',
  erased: 'A merge does what an erasure does.',
  kept: 'A merge leaves it to the empty account, for the record.',
  own: 'A merge moves it by a rule of its own.',
} as const;

const INTRO = `# Personal data

Which columns hold data of a person, how long, what an erasure does with them, and what a merge of two accounts does with the rows.
[Privacy](../privacy.md) describes exports, erasures and merges.

\`npm run generate\` writes this page from the declarations beside the entities. A test fails for a column of a person that declares nothing. Columns of
the kind “secret” are in no export. Every table has the times at which a row was added and changed; references to other rows follow the row.
`;

/** The text of docs/reference/privacy.md. */
export const describePrivacy = (): string => [INTRO, ...personTables().map(section)].join('\n');

function section({ name, declaration, columns }: PersonTable): string {
  const isDeleted = declaration.deleted !== undefined;
  const kept = declaration.unlinked
    ? 'An erasure keeps the row, which then leads to nobody.'
    : 'An erasure keeps the row.';
  const lines = FATES.flatMap((fate) => {
    const ofFate = columns.filter((column) => column.fate === fate);
    const kinds = [...new Set(ofFate.map(({ kind }) => kind))].map((kind) => {
      const names = ofFate.filter((column) => column.kind === kind).map((column) => `\`${column.name}\``);
      return `${kind} (${names.join(', ')})`;
    });
    return kinds.length === 0 ? [] : [`- ${WORDS[fate]}: ${kinds.join('; ')}.`];
  });
  const usual = isDeleted ? 'as long as the account' : 'as long as the fan club';
  const time = `How long: ${declaration.until ?? usual}.`;
  return [
    `## ${name}`,
    '',
    `${time} ${isDeleted ? 'An erasure deletes the row.' : kept} ${mergeOf(declaration.merged)}`,
    '',
    ...(lines.length > 0 ? [...lines, ''] : []),
  ].join('\n');
}
