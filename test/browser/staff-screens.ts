import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const SOURCES = join(__dirname, '..', '..', 'staff-app', 'src');

const KINDS = ['list', 'create', 'edit', 'show'] as const;

/** A page of the app for staff. */
export interface Screen {
  /** `plans edit`, or the path of a page that belongs to no resource: `/club`. */
  readonly name: string;
  /** Null for a page of its own. */
  readonly resource: string | null;
  readonly kind: (typeof KINDS)[number] | 'page';
  /** `:id` stands for a record, other such parts for what the test knows. */
  readonly path: string;
}

/** The pages that the app's sources declare: the screens of its resources, and its routes. */
export function screensOfApp(): Screen[] {
  const ofResources = objectsOf('screens/resources.tsx', 'name').flatMap(({ name: resource, fields }) =>
    KINDS.filter((kind) => fields.includes(kind)).map((kind) => ({
      name: `${resource} ${kind}`,
      resource,
      kind,
      path: {
        list: `/${resource}`,
        create: `/${resource}/create`,
        edit: `/${resource}/:id`,
        show: `/${resource}/:id/show`,
      }[kind],
    })),
  );
  const routes = [...read('app.tsx').matchAll(/<Route path="([^"]+)"/g)].map(([, path]) => path);
  return [
    { name: '/', resource: null, kind: 'page', path: '/' },
    ...ofResources,
    ...routes.map((path) => ({ name: path, resource: null, kind: 'page' as const, path })),
  ];
}

/** The paths to which the menu leads. */
export const menuPaths = (): string[] =>
  objectsOf('screens/menu.tsx', 'resource').map(({ name }) => `/${name}`);

const read = (path: string): string => readFileSync(join(SOURCES, path), 'utf8');

/** The objects of a file with a text in the field `key`: that text, and the names of their fields. */
function objectsOf(path: string, key: string): { name: string; fields: string[] }[] {
  const found: { name: string; fields: string[] }[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isObjectLiteralExpression(node)) {
      const fields = node.properties.flatMap(({ name }) =>
        name && ts.isIdentifier(name) ? [name.text] : [],
      );
      const named = node.properties.find(
        (property): property is ts.PropertyAssignment =>
          ts.isPropertyAssignment(property) && property.name.getText() === key,
      );
      if (named && ts.isStringLiteral(named.initializer))
        found.push({ name: named.initializer.text, fields });
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, read(path), ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX));
  return found;
}
