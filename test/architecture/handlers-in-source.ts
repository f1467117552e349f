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
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
    .flatMap((file) => handlersOf(readFileSync(join(folder, file), 'utf8'), file));
}

/** The handlers in one source text. */
export function handlersOf(text: string, file = 'source.ts'): HandlerInSource[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const classes: ts.ClassDeclaration[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isClassDeclaration(node)) classes.push(node);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return classes.flatMap((owner) =>
    owner.members.filter(ts.isMethodDeclaration).flatMap((method) => {
      const own = decoratorsOf(method);
      if (!own.some((name) => ROUTE_DECORATORS.has(name))) return [];
      return {
        name: `${owner.name?.text}.${method.name.getText()}`,
        decorators: [...decoratorsOf(owner), ...own],
        parameterTypes: method.parameters.map((parameter) => parameter.type?.getText() ?? ''),
      };
    }),
  );
}

function decoratorsOf(node: ts.ClassDeclaration | ts.MethodDeclaration): string[] {
  return (ts.getDecorators(node) ?? []).map(({ expression }) =>
    (ts.isCallExpression(expression) ? expression.expression : expression).getText(),
  );
}
