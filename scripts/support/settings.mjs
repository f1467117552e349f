import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { ROOT } from './project.mjs';

const FOLDER = join(ROOT, 'src', 'platform', 'config');
/** In the order of the page. */
const FILES = ['service', 'database', 'files', 'http', 'limits', 'payments', 'security', 'staff'].map(
  (name) => `${name}.config.ts`,
);
const WIDTH = 124;

/** The form of a setting by the decorator that validates it. */
const FORMS = {
  Whole: ([least, most]) => `${least} to ${most}`,
  ProcessCount: () => '`auto` or 1 to 999',
  Flag: () => '`true` or `false`',
  IsIn: (values) => values.map((value) => `\`${value}\``).join(', '),
  Url: (protocols) => `URL: ${protocols.map((one) => `\`${one}:\``).join(' or ')}`,
  Urls: () => 'URLs, separated by commas',
  UrlsByCell: () => 'numbers of cells, each with = and a URL, separated by commas',
  LoopbackUrl: () => 'http URL of 127.0.0.1 with a port',
  Networks: () => 'IP addresses and networks, separated by commas',
  HostNames: () => 'host names, separated by commas',
  Limit: () => 'count/seconds',
  Keys: () => '32 random bytes in base64; several, the newest first, separated by commas',
  IsEmail: () => 'e-mail address',
  IsString: () => 'text',
};

/**
 * Reads the settings from the classes that declare them, with their comments, which are the only description of a setting. A comment
 * ends with `Default: …` if the default is not a value, and has a tag `@example` if there is no default.
 *
 * @returns for each class its `title`, and for each setting `name`, `meaning`, `form`, `value` (default or example), and `fallback`,
 *   which is the default as Markdown
 */
export async function readSettings() {
  const { default: ts } = await import('typescript');
  return FILES.map((name) => {
    const source = ts.createSourceFile(
      name,
      readFileSync(join(FOLDER, name), 'utf8'),
      ts.ScriptTarget.Latest,
      true,
    );
    const declared = source.statements.find(
      (one) => ts.isClassDeclaration(one) && /Env$/.test(one.name?.text ?? ''),
    );
    const constants = constantsOf(ts, source);
    return {
      title: commentOf(ts, declared).replace(/\.$/, ''),
      settings: declared.members.map((member) => settingOf(ts, member, constants)),
    };
  });
}

/** `.env.example`: every setting with its default or an example, commented out. */
export function environmentFile(topics) {
  const parts = topics.map(({ title, settings }) => [
    `# ---- ${title} ${'-'.repeat(Math.max(4, WIDTH - 8 - title.length))}`,
    ...settings.map(({ name, meaning, described, value }) =>
      [
        ...wrapped(plain(described ? `${meaning} Default: ${described}.` : meaning)),
        `#${name}=${value}`,
      ].join('\n'),
    ),
  ]);
  const head = wrapped(
    'All settings of the service. `npm start` needs none of them; `npm run serve` needs DATABASE_URL, SESSION_KEYS and ENCRYPTION_KEYS. A ' +
      'commented line shows the default or an example. Written by `npm run settings` from src/platform/config.',
  );
  return `${[head.join('\n'), ...parts.flat()].join('\n\n')}\n`;
}

/** `docs/reference/settings.md`. Prettier formats it afterwards. */
export function configurationPage(topics) {
  const tables = topics.flatMap(({ title, settings }) => [
    `## ${title}`,
    [
      '| Setting | Meaning | Form | Default |',
      '| --- | --- | --- | --- |',
      ...settings.map(
        ({ name, meaning, form, fallback }) =>
          `| \`${name}\` | ${cell(meaning)} | ${form} | ${cell(fallback)} |`,
      ),
    ].join('\n'),
  ]);
  return `${[INTRODUCTION, ...tables].join('\n\n')}\n`;
}

const INTRODUCTION = `<!-- Written by \`npm run settings\` from src/platform/config. Change the comments there. -->

# Settings

Settings are environment variables, or lines of a \`.env\` file in the folder of the project; the environment takes precedence. A blank
variable counts as absent. Invalid settings are reported together, by name, before anything starts; their values are never repeated.
[.env.example](../../.env.example) has the same settings as a file to copy. \`npx fanclub doctor\` checks them against the installation
([doctor](../operations/faults.md#doctor)).`;

const cell = (text) => text.replaceAll('|', '\\|');
/** Without Markdown. A link, which is relative to the page, becomes the path of its file. */
const plain = (text) =>
  text
    .replaceAll(/\[[^\]]+\]\(([^)]*)\)/g, (_, path) => posix.join('docs/reference', path))
    .replaceAll('`', '');

function wrapped(text) {
  const lines = [];
  let line = '#';
  for (const word of text.split(' ')) {
    if (`${line} ${word}`.length > WIDTH) {
      lines.push(line);
      line = '#';
    }
    line += ` ${word}`;
  }
  return [...lines, line];
}

function settingOf(ts, member, constants) {
  const name = member.name.text;
  const [meaning, described] = commentOf(ts, member).split(/ Default: (.*)\.$/);
  const calls = ts.getDecorators(member).map(({ expression }) => expression);
  const known = calls.find((call) => FORMS[call.expression.text]);
  if (!known || !meaning) throw new Error(`${name} has no comment, or no decorator of a known form.`);
  const initial = member.initializer && valueOf(member.initializer);
  const isRequired = !member.questionToken && !member.initializer;
  return {
    name,
    meaning,
    described,
    form: FORMS[known.expression.text](parametersOf(ts, known, constants)),
    value: initial ?? tagOf(ts, member, 'example') ?? '',
    fallback:
      initial !== undefined
        ? `\`${initial}\``
        : isRequired
          ? 'none: it must be set'
          : (described ?? 'not set'),
  };
}

const valueOf = (node) =>
  node
    .getText()
    .replace(/^'(.*)'$/, '$1')
    .replace(/(?<=\d)_(?=\d)/g, '');

function parametersOf(ts, call, constants) {
  return call.arguments.flatMap((node) => {
    const inner = ts.isSpreadElement(node) ? node.expression : node;
    if (ts.isIdentifier(inner)) return constants.get(inner.text) ?? [];
    if (ts.isArrayLiteralExpression(inner)) return inner.elements.map(valueOf);
    return ts.isObjectLiteralExpression(inner) ? [] : [valueOf(inner)];
  });
}

/** The constants of a file that are lists of literals. */
function constantsOf(ts, source) {
  const declared = source.statements
    .filter(ts.isVariableStatement)
    .flatMap((one) => [...one.declarationList.declarations]);
  return new Map(
    declared.flatMap(({ name, initializer }) => {
      const list = initializer && ts.isAsExpression(initializer) ? initializer.expression : initializer;
      return list && ts.isArrayLiteralExpression(list) ? [[name.text, list.elements.map(valueOf)]] : [];
    }),
  );
}

/** The text of the comment, without its tags and line breaks. */
function commentOf(ts, node) {
  const [comment] = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc);
  return (ts.getTextOfJSDocComment(comment?.comment) ?? '').replace(/\s+/g, ' ').trim();
}

function tagOf(ts, node, name) {
  const tag = ts.getJSDocTags(node).find(({ tagName }) => tagName.text === name);
  return tag && ts.getTextOfJSDocComment(tag.comment)?.trim();
}
