import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../..');

/** Comments of code and pages of documentation that are checked. */
const CHECKED = ['src', 'libs', 'scripts', 'staff-app/src', 'docs', 'README.md', 'CONTRIBUTING.md'];

/** Words that a reader with another first language stumbles over, and that plain words replace. */
const BANNED = [
  'anew',
  'whoever',
  'whomever',
  'believed',
  'hitherto',
  'henceforth',
  'thereby',
  'therein',
  'thereof',
  'wherein',
  'whereby',
  'whence',
  'lest',
  'unto',
  'if need be',
  'all the same',
  'is the business of',
  'the design fulfils',
  '(?:is|are|was|were|be|been) told',
];

/** Files that may use such words, each with the reason. */
const EXCEPTIONS: Record<string, string> = {
  'CONTRIBUTING.md': 'names such words as examples',
};

const banned = new RegExp(`\\b(?:${BANNED.join('|')})\\b`, 'gi');

function filesBelow(path: string): string[] {
  if (path.endsWith('.md')) return [path];
  return readdirSync(join(ROOT, path), { recursive: true, withFileTypes: true, encoding: 'utf8' })
    .filter((entry) => entry.isFile() && /\.(ts|tsx|mjs|md)$/.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
    .filter((file) => !file.includes('node_modules'));
}

/** The text of all comments, one after the other. */
const commentsOf = (source: string): string =>
  [...source.matchAll(/\/\*[^]*?\*\/|(?<!\S)\/\/.*/g)].map(([comment]) => comment).join('\n');

/** The banned words of a text, also those that a line break divides. Code in Markdown is part of the text. */
const wordsIn = (text: string): string[] =>
  [...text.replace(/\s*\n\s*(?:\*|\/\/)?\s*/g, ' ').matchAll(banned)].map(([word]) => word);

const files = CHECKED.flatMap(filesBelow);
const found = new Map(
  files.map((file) => {
    const text = readFileSync(join(ROOT, file), 'utf8');
    return [file, wordsIn(file.endsWith('.md') ? text : commentsOf(text))];
  }),
);

describe('the English of comments and pages', () => {
  it('has none of the banned words', () => {
    const faults = [...found].filter(([file, words]) => words.length > 0 && !(file in EXCEPTIONS));
    expect(faults).toEqual([]);
  });

  it('needs each of the exceptions', () => {
    const needless = Object.keys(EXCEPTIONS).filter((file) => !found.get(file)?.length);
    expect(needless).toEqual([]);
  });

  it('would find a banned word in each kind of comment', () => {
    const source = "/** Set up\n * anew. */\nconst a = 'whoever'; // It is\n// told.\n/* all the same */";
    expect(wordsIn(commentsOf(source))).toEqual(['anew', 'is told', 'all the same']);
  });
});
