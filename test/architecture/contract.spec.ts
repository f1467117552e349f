import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { SPECIFIED } from '../contract/routes';
import { citationFaults, pageFaults, rulesOf } from '../support/contract-citations';

const ROOT = resolve(__dirname, '../..');
const PAGE = 'docs/contract.md';
const page = readFileSync(join(ROOT, PAGE), 'utf8');
const rules = rulesOf(page);

/** Not in the repository. */
const IGNORED = ['.git', 'node_modules', 'dist', 'data', 'coverage', 'results', '.env'];
/** These contain the words that they look for. */
const EXCEPT = ['test/support/contract-citations.ts', 'test/architecture/contract.spec.ts'];

function filesIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true })
    .filter(({ name }) => !IGNORED.includes(name))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesIn(path) : entry.isFile() ? [path] : [];
    })
    .filter((path) => !EXCEPT.includes(path));
}

describe('the contract', () => {
  it('has each number once, in order, at its anchor, and only links that lead to a rule', () => {
    expect(pageFaults(PAGE, page)).toEqual([]);
    expect(rules.length).toBeGreaterThan(150);
  });

  it('has a section for every endpoint', () => {
    const sections = SPECIFIED.map(([method, path]) => {
      const shown = path.replace(':id', '{id}').replace(':provider', 'social');
      return `${method} ${shown === '/search' ? '/account/search' : shown}`;
    });
    expect(sections.filter((section) => !page.includes(` ${section}\n`))).toEqual([]);
  });

  it('is cited everywhere with numbers that exist, and nothing is cited that a reader cannot open', () => {
    const texts = filesIn('')
      .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))
      .filter(({ text }) => !text.includes('\0'));
    expect(texts.length).toBeGreaterThan(900);
    expect(texts.flatMap(({ path, text }) => citationFaults(path, text, rules))).toEqual([]);
  });
});

describe('the search for citations that lead nowhere', () => {
  const faults = (text: string): string[] => citationFaults('a.ts', text, ['1.5', '1.6', '3.10', '3.10a']);

  it.each([
    '/** Refuses it (contract 1.5). */',
    'contract 1.5, 1.6; contract 3.10 and 3.10a; contract 1.5 to 1.6, 3.10',
    '[contract 3.10a](../contract.md#3.10a)',
    ' * (contract 1.5,\n * 1.6, contract\n * 3.10)',
    'decision 11, docs/decisions/0011, docs/contract.md, version 4.5 of the contract, the OpenAPI specification',
  ])('accepts %j', (text) => {
    expect(faults(text)).toEqual([]);
  });

  it.each([
    ['// see\n// (contract 9.9).', 'a.ts:2: contract 9.9 does not exist'],
    ['Contract 1.7', 'a.ts:1: contract 1.7 does not exist'],
    ['contract 3.10b', 'a.ts:1: contract 3.10b does not exist'],
    ['(contract 1.5, 1.7)', 'a.ts:1: contract 1.7 does not exist'],
    ['contract 1.5 and 1.8', 'a.ts:1: contract 1.8 does not exist'],
    ['contract 1.5 to 1.9', 'a.ts:1: contract 1.9 does not exist'],
    [' * (contract 1.5,\n * 2.2)', 'a.ts:2: contract 2.2 does not exist'],
    [' * as contract\n   * 2.2 says', 'a.ts:2: contract 2.2 does not exist'],
    ['[rule](contract.md#2.2)', 'a.ts:1: contract 2.2 does not exist'],
    ['(decisions 1.5)', 'a.ts:1: "decisions 1.5" cannot be read in the repository'],
    [' * Decisions\n * 1.5', 'a.ts:1: "Decisions 1.5" cannot be read in the repository'],
    ["the specification's table", 'a.ts:1: "specification" cannot be read in the repository'],
    ['beyondSpecification', 'a.ts:1: "Specification" cannot be read in the repository'],
    ['(general rule 6)', 'a.ts:1: "general rule 6" cannot be read in the repository'],
    ['see decisions.md', 'a.ts:1: "decisions.md" cannot be read in the repository'],
  ])('finds %j', (text, fault) => {
    expect(faults(text)).toEqual([fault]);
  });

  const rule = (number: string, shown = number): string => `<a id="${number}"></a>**${shown} A rule.** Text.`;

  it.each([
    [
      'a number that is repeated',
      [rule('1.1'), rule('1.1')],
      ['p:2: 1.1 is repeated', 'p:3: 1.1 is repeated'],
    ],
    ['a number out of order', [rule('1.10'), rule('1.9')], ['p:3: 1.9 comes after 1.10']],
    ['a letter out of order', [rule('1.2a'), rule('1.2')], ['p:3: 1.2 comes after 1.2a']],
    ['a number of another group', [rule('2.1')], ['p:2: 2.1 is not of group 1']],
    ['an anchor at another rule', [rule('1.1', '1.2')], ['p:2: anchor 1.1 is not before its rule']],
    ['a link to no rule', [rule('1.1'), 'See [1.2](#1.2).'], ['p:3: #1.2 does not exist']],
  ])('finds %s', (_, lines, found) => {
    expect(pageFaults('p', ['## 1 Group', ...lines].join('\n'))).toEqual(found);
  });

  it('accepts rules and headings in order', () => {
    const lines = ['## 1 Group', rule('1.9'), rule('1.10'), '### <a id="1.10a"></a>1.10a Thing', '[x](#1.9)'];
    expect(pageFaults('p', lines.join('\n'))).toEqual([]);
  });
});
