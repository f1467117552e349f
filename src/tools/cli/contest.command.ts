import { readFile } from 'node:fs/promises';
import { NOT_VERIFIED, verifyDraw } from '#libs/draw';
import { type Command, CommandFailed, WrongUsage, refuseFile } from './command';

/** `fanclub contest verify FILE`: repeats the draw of a published file. It needs neither a database nor a network. */
export const contestCommand: Command = async ([action, path, ...more], { print }) => {
  if (action !== 'verify' || path === undefined || more.length > 0)
    throw new WrongUsage('contest takes verify and the file of a draw');
  const text = await readFile(path, 'utf8').catch(refuseFile);
  const file = parsed(text);
  const problems = verifyDraw(file);
  if (problems.length > 0) throw new CommandFailed(...problems, 'The draw is not as it should be.');
  const { contest, commitment, list_hash, entries } = file as Record<string, unknown> & {
    entries: readonly number[];
  };
  print(`Contest ${String(contest)} was drawn from ${entries.length} entries as its file says.`);
  print('Compare these with what was published before the draw:');
  print(`commitment  ${String(commitment)}`);
  print(`list hash   ${String(list_hash)}`);
  print('Not verified:');
  NOT_VERIFIED.forEach((fact) => print(`- ${fact}`));
};

/** Null, which is no file of a draw, if it is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
