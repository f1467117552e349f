import { shellWords } from './guide/curl';

/** One command of a document. */
export interface DocumentedCommand {
  /** Its words, without the comment behind it. */
  readonly words: readonly string[];
  readonly line: number;
}

/** The commands of the `sh` blocks of a document, and the lines of those that a test can neither run nor finds marked. */
export interface ShellBlocks {
  readonly commands: readonly DocumentedCommand[];
  /** Commands that do not begin with a known program, in blocks without the comment `<!-- not run: reason -->`. */
  readonly faults: readonly string[];
}

const MARK = /^<!-- not run: .+ -->$/;

/** Reads the `sh` blocks of a page in Markdown. @param programs the beginnings of commands that the test can run */
export function shellBlocks(markdown: string, programs: readonly string[]): ShellBlocks {
  const commands: DocumentedCommand[] = [];
  const faults: string[] = [];
  const lines = markdown.split('\n');
  let isMarked = false;
  let isInside = false;
  lines.forEach((text, index) => {
    if (isInside && text === '```') isInside = false;
    else if (isInside) {
      const command = text.replace(/\s+#.*$/, '').trim();
      if (isMarked || command === '') return;
      if (programs.some((program) => command.startsWith(program)))
        commands.push({ words: shellWords(command), line: index + 1 });
      else faults.push(`line ${index + 1}: ${command}`);
    } else if (text === '```sh') {
      isInside = true;
      isMarked =
        lines
          .slice(0, index)
          .reverse()
          .find((one) => one !== '')
          ?.match(MARK) != null;
    }
  });
  return { commands, faults };
}
