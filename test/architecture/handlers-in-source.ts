import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as ts from 'typescript';

/** A method of a controller class that answers a route, as declared in the source. */
export interface HandlerInSource {
  /** `Class.method` */
  readonly name: string;
  /** Names of the decorators on the method and on its class, including repeated ones. */
  readonly decorators: readonly string[];
  /** The types of its parameters, as written. */
  readonly parameterTypes: readonly string[];
  /** Whether only some of the classes that inherit it answer its route. */
  readonly optional: boolean;
}

const ROUTE_DECORATORS = new Set([
  'Get',
  'Post',
  'Put',
  'Patch',
  'Delete',
  'Head',
  'Options',
  'Search',
  'All',
]);

/**
 * Every handler below a folder. Read from the source, since the compiled code shows neither an overwritten decorator
 * nor a type alias.
 */
export function handlersInSource(folder: string): HandlerInSource[] {
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
    .map((file) => readFileSync(join(folder, file), 'utf8'));
  return handlersOf(...sources);
}

/**
 * The handlers in source texts. A class that extends a call, such as `extends itemController(…)`, inherits those of the class that
 * the function of this name contains. They count as its own.
 */
export function handlersOf(...sources: readonly string[]): HandlerInSource[] {
  const classes: ts.ClassDeclaration[] = [];
  const madeBy = new Map<string, ts.ClassDeclaration>();
  const visit = (node: ts.Node, maker: string | null): void => {
    if (ts.isClassDeclaration(node)) {
      if (maker === null) classes.push(node);
      else madeBy.set(maker, node);
    }
    const inside = ts.isFunctionDeclaration(node) ? (node.name?.text ?? null) : maker;
    ts.forEachChild(node, (child) => visit(child, inside));
  };
  for (const text of sources)
    visit(ts.createSourceFile('source.ts', text, ts.ScriptTarget.Latest, true), null);
  return classes.flatMap((owner) => {
    const base = madeBy.get(baseCallOf(owner) ?? '');
    return [owner, ...(base ? [base] : [])].flatMap((one) => handlersIn(one, owner));
  });
}

/** The name of the function whose result a class extends. */
function baseCallOf({
  heritageClauses = [],
}: {
  heritageClauses?: Iterable<ts.HeritageClause>;
}): string | null {
  const [base] = [...heritageClauses].flatMap(({ types }) => types);
  return base && ts.isCallExpression(base.expression) ? base.expression.expression.getText() : null;
}

function handlersIn(declaring: ts.ClassDeclaration, owner: ts.ClassDeclaration): HandlerInSource[] {
  return declaring.members.filter(ts.isMethodDeclaration).flatMap((method) => {
    const own = decoratorsOf(method);
    if (!own.some((name) => ROUTE_DECORATORS.has(name))) return [];
    return {
      name: `${owner.name?.text}.${method.name.getText()}`,
      decorators: [...decoratorsOf(owner), ...own],
      parameterTypes: method.parameters.map((parameter) => parameter.type?.getText() ?? ''),
      optional: own.includes(OPTIONAL),
    };
  });
}

/** The decorator that makes its arguments the decorators of a method under a condition. */
const OPTIONAL = 'routeIf';

function decoratorsOf(node: ts.ClassDeclaration | ts.MethodDeclaration): string[] {
  return (ts.getDecorators(node) ?? []).flatMap(({ expression }) => {
    if (!ts.isCallExpression(expression)) return expression.getText();
    const name = expression.expression.getText();
    const inner = name === OPTIONAL ? expression.arguments.filter(ts.isCallExpression) : [];
    return [name, ...inner.map((one) => one.expression.getText())];
  });
}
