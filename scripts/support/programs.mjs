import { createHash } from 'node:crypto';
import { join, normalize, relative } from 'node:path';
import ts from 'typescript';
import { Failure, ROOT } from './project.mjs';

/**
 * The program of a project, and for each of its files a digest of everything that the file's check depends on. Files outside `root` and in
 * node_modules are not checked, but every digest depends on them.
 *
 * @param settings texts that every digest depends on too
 */
export function openProject(tsconfig, root, settings) {
  const isChecked = (file) => !/^\.\.|(^|[\\/])node_modules[\\/]/.test(relative(root, file));
  const builder = builderOf(tsconfig);
  const program = builder.getProgram();
  const files = program.getSourceFiles();
  const digests = new Map(files.map(({ fileName, text }) => [fileName, digestOf([fileName, text])]));
  const digestOfAll = (names) => digestOf([...new Set(names)].sort().map((name) => digests.get(name)));
  const common = digestOf([
    ...settings,
    JSON.stringify(program.getCompilerOptions()),
    digestOfAll(
      files.flatMap((file) =>
        isChecked(file.fileName) ? seenEverywhere(builder, file, isChecked) : file.fileName,
      ),
    ),
  ]);
  const keys = files
    .filter(({ fileName }) => isChecked(fileName))
    .map((file) => [
      normalize(file.fileName),
      digestOf([common, file.fileName, digestOfAll(builder.getAllDependencies(file).filter(isChecked))]),
    ]);
  return { program, keys: new Map(keys) };
}

/** The text that tsc prints for diagnostics. */
export function listOf(diagnostics) {
  return ts.formatDiagnostics(ts.sortAndDeduplicateDiagnostics(diagnostics), {
    getCanonicalFileName: (file) => file,
    getCurrentDirectory: () => ROOT,
    getNewLine: () => '\n',
  });
}

function builderOf(tsconfig) {
  const fail = (...diagnostics) => {
    throw new Failure(listOf(diagnostics));
  };
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: fail };
  const { fileNames, options, errors } = ts.getParsedCommandLineOfConfigFile(tsconfig, {}, host);
  if (errors.length > 0) fail(...errors);
  const compilerHost = ts.createIncrementalCompilerHost(options);
  // As tsc does: no rule reads JSDoc.
  compilerHost.jsDocParsingMode = ts.JSDocParsingMode.ParseForTypeErrors;
  return ts.createIncrementalProgram({
    rootNames: fileNames,
    options,
    host: compilerHost,
    createProgram: ts.createSemanticDiagnosticsBuilderProgram,
  });
}

/** Every file sees the global names that a file declares. They depend on what that file imports. */
function seenEverywhere(builder, file, isChecked) {
  if (ts.isExternalModule(file) && !/\bdeclare\s+global\b/.test(file.text)) return [];
  const checker = builder.getProgram().getTypeChecker();
  const imported = modulesIn(file)
    .flatMap((name) => checker.getSymbolAtLocation(name)?.declarations ?? [])
    .map((declaration) => declaration.getSourceFile())
    .filter(({ fileName }) => isChecked(fileName));
  return [file.fileName, ...imported.flatMap((other) => builder.getAllDependencies(other))];
}

/** The names of the modules that a file imports, also in types (`import('./names.js').Names`). */
function modulesIn(file) {
  const names = [];
  const visit = (node) => {
    if (node.moduleSpecifier) names.push(node.moduleSpecifier);
    if (ts.isImportTypeNode(node)) names.push(node.argument.literal);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return names;
}

function digestOf(texts) {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(text).update('\0');
  return hash.digest('hex');
}
