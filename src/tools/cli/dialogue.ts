import { createInterface } from 'node:readline/promises';
import { CommandFailed } from './command';

/** Asks questions on a terminal. */
export interface Dialogue {
  /** Writes a question to standard error, and returns the line that the operator types. @throws CommandFailed at the end of the input */
  readonly ask: (question: string) => Promise<string>;
  /** Gives the terminal back. */
  readonly end: () => void;
}

/** A dialogue on the terminal of this process; undefined without one. Takes the terminal with the first question. */
export function terminalDialogue(): Dialogue | undefined {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return undefined;
  let lines: ReturnType<typeof createInterface> | undefined;
  const open = () => {
    const opened = createInterface({ input: process.stdin, output: process.stderr });
    // The interface takes Ctrl+C from the terminal; the command handles it like the signal.
    opened.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
    return opened;
  };
  return {
    ask(question) {
      const current = (lines ??= open());
      return new Promise((resolve, reject) => {
        const refuse = () => reject(new CommandFailed('', 'The input has ended. Nothing was done.'));
        current.once('close', refuse);
        current.question(question).then((line) => {
          current.off('close', refuse);
          resolve(line.trim());
        }, refuse);
      });
    },
    end: () => lines?.close(),
  };
}
