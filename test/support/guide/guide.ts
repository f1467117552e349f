/** A request of the guide and the answer that it shows. */
export interface RequestStep {
  readonly kind: 'request';
  /** The line of the guide in which the command begins. */
  readonly line: number;
  readonly command: string;
  /** JSON, in the notation of {@link differences}. */
  readonly answer: string;
}

/** Something that the reader does in a browser. */
export interface BrowserStep {
  readonly kind: 'browser';
  readonly line: number;
  /** The text of the comment `<!-- in the browser: … -->`. */
  readonly action: string;
}

export type Step = RequestStep | BrowserStep;

/** A part of a file of the project. */
export interface Quotation {
  readonly line: number;
  readonly file: string;
  readonly text: string;
}

/** The examples of a guide. */
export interface Guide {
  readonly steps: readonly Step[];
  readonly quotations: readonly Quotation[];
  /** A line for each block that no test runs and that is not marked as such. */
  readonly faults: readonly string[];
}

interface Block {
  readonly line: number;
  readonly language: string;
  readonly text: string;
}

const COMMENT = /^<!-- (.*) -->$/;
const FENCE = /^\s*(?:```|~~~)(.*)$/;
const QUOTED_FILE = /^\/\/ (\S+\.\w+)\n/;
const NOT_RUN = /^not run: ./;
const IN_THE_BROWSER = /^in the browser: (.+)$/;

/**
 * Reads the examples of a guide in Markdown, in order:
 *
 * - A block `sh` is a request, and the block `json` after it is its answer.
 * - A block of any language that begins with the comment `// <file>` quotes a file.
 * - The comment `<!-- in the browser: action -->` is a step.
 * - The comment `<!-- not run: reason -->` marks the block after it: no test runs it.
 */
export function readGuide(markdown: string): Guide {
  const lines = markdown.split('\n');
  const steps: Step[] = [];
  const quotations: Quotation[] = [];
  const faults: string[] = [];
  let request: Block | null = null;
  let isMarked = false;

  const endRequest = (): void => {
    if (request) faults.push(`line ${request.line}: no answer follows the request`);
    request = null;
  };

  const add = (block: Block): void => {
    const { line, language, text } = block;
    if (request && language === 'json') {
      steps.push({ kind: 'request', line: request.line, command: request.text, answer: text });
      request = null;
      return;
    }
    endRequest();
    const [, file] = QUOTED_FILE.exec(text) ?? [];
    if (language === 'sh') request = block;
    else if (file !== undefined) quotations.push({ line, file, text: text.replace(QUOTED_FILE, '') });
    else faults.push(`line ${line}: the block ${language} is neither run nor marked`);
  };

  for (let index = 0; index < lines.length; index += 1) {
    const line = index + 1;
    const [, comment] = COMMENT.exec(lines[index]) ?? [];
    const [, language] = FENCE.exec(lines[index]) ?? [];
    if (comment !== undefined) {
      const [, action] = IN_THE_BROWSER.exec(comment) ?? [];
      isMarked = NOT_RUN.test(comment);
      if (action !== undefined) steps.push({ kind: 'browser', line, action });
      else if (!isMarked) faults.push(`line ${line}: unknown comment`);
    } else if (language !== undefined) {
      const length = lines.slice(line).findIndex((one) => FENCE.test(one));
      const text = lines.slice(line, line + length).join('\n');
      if (length < 0) faults.push(`line ${line}: the block has no end`);
      else if (!isMarked) add({ line: line + 1, language, text });
      index = length < 0 ? lines.length : line + length;
      isMarked = false;
    } else if (lines[index].trim() !== '') {
      if (isMarked) faults.push(`line ${line}: no block follows the mark`);
      isMarked = false;
    }
  }
  endRequest();
  return { steps, quotations, faults };
}
