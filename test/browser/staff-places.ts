import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';

const SOURCES = join(__dirname, '..', '..', 'staff-app', 'src');

/** Components that stand for a dialog or a form. */
const COMPONENTS: readonly string[] = [
  'ActionButton',
  'CsvImport',
  'CodeFile',
  'Dialog',
  'StaffCreate',
  'StaffEdit',
  'StaffForm',
  'SimpleForm',
];

/** A dialog or a form that the sources of the app declare. */
export interface Place {
  /** `screens/mails.tsx: Try again`, by its label or else by the function that has it. */
  readonly name: string;
  /** False: a dialog of a button without fields. */
  readonly asks: boolean;
}

/** The dialogs and forms of the app, in the order of their files. */
export function placesOfApp(): Place[] {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.tsx'),
  );
  return files.sort().flatMap((path) => placesOf(join(SOURCES, path)));
}

function placesOf(path: string): Place[] {
  const file = ts.createSourceFile(
    path,
    readFileSync(path, 'utf8'),
    ts.ScriptTarget.Latest,
    true,
    ts.ScriptKind.TSX,
  );
  const found: Place[] = [];
  const visit = (node: ts.Node, within: string): void => {
    const named = ts.isFunctionDeclaration(node) && node.name ? node.name.text : within;
    if (ts.isJsxSelfClosingElement(node) || ts.isJsxOpeningElement(node)) {
      const attributes = attributesOf(node);
      const tag = node.tagName.getText();
      if (COMPONENTS.includes(tag) || tag === 'form' || attributes.get('component') === '"form"')
        found.push({
          name: `${relative(SOURCES, path)}: ${labelOf(attributes.get('label')) ?? named}`,
          asks: tag !== 'ActionButton' || attributes.has('fields'),
        });
    }
    ts.forEachChild(node, (child) => visit(child, named));
  };
  visit(file, '');
  return found;
}

const attributesOf = ({ attributes }: ts.JsxOpeningLikeElement): Map<string, string> =>
  new Map(
    attributes.properties
      .filter(ts.isJsxAttribute)
      .map((one) => [one.name.getText(), one.initializer?.getText() ?? '']),
  );

/** `"Try again"` is Try again, and `{old ? 'Correct' : 'Ship'}` is Correct | Ship. */
function labelOf(text: string | undefined): string | undefined {
  const labels = [...(text ?? '').matchAll(/'([^']+)'|"([^"]+)"/g)].map(([, one, other]) => one ?? other);
  return labels.length === 0 ? undefined : labels.join(' | ');
}
