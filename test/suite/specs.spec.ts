import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const ROOT = join(__dirname, '..', '..');
const SPECS = pathToFileURL(join(__dirname, 'specs.mjs')).href;

/** What an expression over the exports of specs.mjs gives. */
function evaluated<T>(expression: string): T {
  const code = `import * as specs from ${JSON.stringify(SPECS)}; console.log(JSON.stringify(${expression}));`;
  return JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' }),
  ) as T;
}

const FILES = `['unit', 'database', 'faults'].flatMap(specs.specsOf)`;

function filesBelow(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (!entry.isDirectory()) return [path];
    return /^(node_modules|dist)$/.test(entry.name) ? [] : filesBelow(path);
  });
}

/** The blocks `describe.each(…)` of a formatted file whose table depends on the form. */
const blocksOfOneForm = (text: string): string[] =>
  [...text.matchAll(/^( *)describe\.each\((?:.*\n)+?\1(?:\}\);|\);)$/gm)]
    .map(([block]) => block)
    .filter((block) =>
      /\b(onlyLong|representatives|byForm)\(/.test(block.split(/\b(?:it|itInBoth)\b/, 1)[0]),
    );

/** The patterns that a pattern stands for: one for each combination of the alternatives in its parentheses. */
function alternatives(pattern: string): string[] {
  const group = /\(([^()]*)\)/.exec(pattern);
  if (!group) return [pattern];
  const [before, after] = [pattern.slice(0, group.index), pattern.slice(group.index + group[0].length)];
  return group[1].split('|').flatMap((one) => alternatives(before + one + after));
}

const sorted = (groups: string[][]): string[] => groups.flat().sort();

describe('the forms of the tests', () => {
  it('contain every spec file: each is of one kind', () => {
    const specs = ['clients', 'libs', 'src', 'test']
      .flatMap(filesBelow)
      .filter((path) => /spec\.ts$/.test(path));
    expect(specs.length).toBeGreaterThan(300);
    const kinds = evaluated<string[][]>(`${JSON.stringify(specs)}.map(specs.kindsOf)`);
    expect(specs.filter((_, i) => kinds[i].length !== 1)).toEqual([]);
  });

  it('are both named for every file that asks for its form', () => {
    const asking = evaluated<string[]>(`${FILES}.filter(specs.isInShortForm)`).filter((file) =>
      /from '\S*(suite\/form|support\/races)'/.test(readFileSync(join(ROOT, file), 'utf8')),
    );
    const both = evaluated<string[]>(
      `${FILES}.filter((file) => specs.isInShortForm(file) && specs.isInLongForm(file))`,
    );
    expect(asking.sort()).toEqual(both.sort());
  });

  it('lose no test of a file that only the long form runs: it declares its tests by the `it` of Jest', () => {
    const long = evaluated<string[]>(`${FILES}.filter((file) => !specs.isInShortForm(file))`);
    const skipping = long.filter((file) =>
      /import \{[^}]*\bit[^}]*\} from '\S*suite\/form'/.test(readFileSync(join(ROOT, file), 'utf8')),
    );
    expect(skipping).toEqual([]);
  });

  it('lose no test: what both forms declare by `it` is in no table that depends on the form', () => {
    const both = evaluated<string[]>(
      `${FILES}.filter((file) => specs.isInShortForm(file) && specs.isInLongForm(file))`,
    );
    const lost = both.flatMap((file) =>
      blocksOfOneForm(readFileSync(join(ROOT, file), 'utf8'))
        .filter((block) => /^ +it[(.<]/m.test(block) && !block.includes('inLongForm('))
        .map((block) => `${file}: ${block.split('\n', 1)[0]}`),
    );
    expect(lost).toEqual([]);
    const misused = both.filter((file) =>
      /(?<!itInBoth\.each\(\s*)\bcases\(\{/.test(readFileSync(join(ROOT, file), 'utf8')),
    );
    expect(misused).toEqual([]);
  });

  it('have no file that matches no name', () => {
    expect(
      evaluated(`['e2e/contests', 'contestz'].map((name) => specs.specsOfRun('all', [name]).length > 0)`),
    ).toEqual([true, false]);
  });

  it('are lists of files that exist', () => {
    const [files, patterns] = evaluated<[string[], string[]]>(
      `[${FILES}, [...specs.LONG, ...specs.BOTH, ...specs.LENGTHY, ...specs.WIDE].map(([pattern]) => pattern.source)]`,
    );
    const absent = patterns
      .flatMap(alternatives)
      .filter((pattern) => !files.some((file) => new RegExp(pattern).test(file)));
    expect(absent).toEqual([]);
  });
});

describe('the groups', () => {
  it('contain each file once, in the same order each time', () => {
    const [files, first, second] = evaluated<[string[], string[][], string[][]]>(
      `[${FILES}, specs.dealt(${FILES}, 12), specs.dealt(${FILES}, 12)]`,
    );
    expect(first).toHaveLength(12);
    expect(sorted(first)).toEqual(files.sort());
    expect(second).toEqual(first);
  });

  it('contain the same files with a seed, in another order for each seed', () => {
    const [files, one, other, again] = evaluated<[string[], string[][], string[][], string[][]]>(
      `[${FILES}, specs.dealt(${FILES}, 12, '1'), specs.dealt(${FILES}, 12, '2'), specs.dealt(${FILES}, 12, '1')]`,
    );
    expect(sorted(one)).toEqual(files.sort());
    expect(other).not.toEqual(one);
    expect(again).toEqual(one);
  });

  it('are at most as many as there are files', () => {
    expect(evaluated(`specs.dealt(${FILES}.slice(0, 2), 12).length`)).toBe(2);
  });
});

it('a file is too slow above its share of the processor time, however fast the machine', () => {
  const costs = [
    ...Array.from({ length: 94 }, (_, i) => ({ file: `${i}`, running: 0.5 })),
    { file: 'at', running: 3 },
  ];
  expect(evaluated(`specs.tooSlow(${JSON.stringify(costs)})`)).toEqual([]);
  costs.push({ file: 'above', running: 3.5 });
  expect(evaluated(`specs.tooSlow(${JSON.stringify(costs)})`)).toEqual(['above']);
});
