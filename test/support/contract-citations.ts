/*
 * Finds citations of docs/contract.md that lead nowhere. A citation is the word "contract" and the number of a rule, or several:
 * `contract 5.2`, `contract 1.5, 1.6`, `contract 1.3 to 1.6`. A link to the page has the number as its fragment.
 */

const NUMBER = String.raw`\d+\.\d+[a-z]?`;
const ANCHOR = new RegExp(`<a id="([^"]*)"></a>`, 'g');
/** The number that readers see follows the anchor. */
const RULE = new RegExp(String.raw`^(?:### )?<a id="[^"]*"></a>(?:\*\*)?(${NUMBER})(?=[ *])`);
const CITATION = new RegExp(
  String.raw`\bcontract\s+${NUMBER}(?:(?:,\s+and|,|\s+and|\s+to)\s+${NUMBER})*`,
  'gi',
);
const LINK = /\bcontract\.md#([^\s)"'`<>]+)/g;
const LINK_WITHIN = /\]\(#([^)]+)\)/g;

/** Words for texts that a reader of the repository cannot open. The specification of OpenAPI is public. */
const UNREADABLE: readonly RegExp[] = [
  /\bdecisions\s+\d+\.\d+[a-z]?/gi,
  /(?<!\bOpenAPI\s)specification/gi,
  /\bgeneral rule \d/gi,
  /\b(?:api-v1|decisions)\.md\b/gi,
];

/** A place in a file, and what is wrong there. */
interface Fault {
  at: number;
  text: string;
}

/** The numbers of all rules, in the order of the page. */
export function rulesOf(page: string): string[] {
  return [...page.matchAll(ANCHOR)].map(([, number]) => number);
}

/** The faults of the page itself, each with its line: numbers that are repeated or out of order, and links to no rule. */
export function pageFaults(path: string, page: string): string[] {
  const rules = rulesOf(page);
  let group = 0;
  let last = '';
  const faults = page.split('\n').flatMap((line, at): Fault[] => {
    group = Number(/^## (\d+) /.exec(line)?.[1] ?? group);
    return [...line.matchAll(ANCHOR)].flatMap(([, number]) => {
      const before = last;
      last = number;
      if (RULE.exec(line)?.[1] !== number) return [{ at, text: `anchor ${number} is not before its rule` }];
      if (Number(number.split('.')[0]) !== group) return [{ at, text: `${number} is not of group ${group}` }];
      if (rules.indexOf(number) !== rules.lastIndexOf(number)) return [{ at, text: `${number} is repeated` }];
      return compareRules(before, number) < 0 ? [] : [{ at, text: `${number} comes after ${before}` }];
    });
  });
  const broken = page
    .split('\n')
    .flatMap((line, at) =>
      [...line.matchAll(LINK_WITHIN)]
        .filter(([, target]) => !rules.includes(target))
        .map(([, target]) => ({ at, text: `#${target} does not exist` })),
    );
  return [...faults, ...broken].map(({ at, text }) => `${path}:${at + 1}: ${text}`);
}

/** The faults of a file, each with its line: citations of no rule, and citations of texts that the repository does not have. */
export function citationFaults(path: string, text: string, rules: readonly string[]): string[] {
  // A citation may continue on the next line of a comment or of a quotation. The replacement keeps every position.
  const prose = text.replace(/^[ \t]*(?:\*|\/\/|#|>|--)/gm, (start) => ' '.repeat(start.length));
  const cited = [...prose.matchAll(CITATION)].flatMap(({ 0: citation, index }) =>
    [...citation.matchAll(new RegExp(NUMBER, 'g'))].map((number) => ({
      at: index + number.index,
      number: number[0],
    })),
  );
  const linked = [...text.matchAll(LINK)].map(({ 1: number, index }) => ({ at: index, number }));
  const faults = [...cited, ...linked]
    .filter(({ number }) => !rules.includes(number))
    .map(({ at, number }) => ({ at, text: `contract ${number} does not exist` }));
  const unreadable = UNREADABLE.flatMap((pattern) =>
    [...prose.matchAll(pattern)].map(({ 0: words, index }) => ({
      at: index,
      text: `"${words.replace(/\s+/g, ' ')}" cannot be read in the repository`,
    })),
  );
  return [...faults, ...unreadable]
    .sort((one, other) => one.at - other.at)
    .map((fault) => `${path}:${text.slice(0, fault.at).split('\n').length}: ${fault.text}`);
}

/** Orders 2.9 before 2.10, and 3.10 before 3.10a. The empty text comes first. */
function compareRules(one: string, other: string): number {
  const [a, b] = [one, other].map(partsOf);
  return a.group - b.group || a.rule - b.rule || (a.letter < b.letter ? -1 : Number(a.letter > b.letter));
}

function partsOf(number: string): { group: number; rule: number; letter: string } {
  const [, group = '0', rule = '0', letter = ''] = /^(\d+)\.(\d+)([a-z]?)$/.exec(number) ?? [];
  return { group: Number(group), rule: Number(rule), letter };
}
