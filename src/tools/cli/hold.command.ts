import { isLockTimeout } from '#platform/database';
import {
  HeldByMove,
  holdFanclub,
  HoldEnded,
  releaseFanclub,
  StillWriting,
  type WritingTransaction,
  ServedElsewhere,
} from '#platform/tenants';
import { type Command, CommandFailed, WrongUsage } from './command';

/** Milliseconds to wait for the transactions that run when a fan club is held. */
const PATIENCE = 10_000;

/** `fanclub hold`: nothing of the fan club is written from the end of this command until its release. */
export const holdCommand: Command = async (parameters, { withStatements, print }) => {
  const key = keyOf('hold', parameters);
  const hold = await withStatements((db) => holdFanclub(db, key, PATIENCE)).catch((error: unknown) => {
    if (isLockTimeout(error)) throw new CommandFailed('Somebody is changing the fan club. Please try again.');
    if (!(error instanceof StillWriting)) return refuse(error);
    throw new CommandFailed(
      'These transactions may still write, and have not ended within 10 seconds:',
      ...error.transactions.map((one) => `  ${describe(one)}`),
      'Wait for them or end them, and try again. A hold that began with this command is released again.',
    );
  });
  if (!hold) throw new CommandFailed('No fan club has or had this key.');
  const { name, isEarlier, position } = hold;
  print(
    `${name} ${isEarlier ? 'was held already' : 'is held'}: nothing of it is written after ${position}, until fanclub release ${key}`,
  );
};

/** `fanclub release`: ends a hold. */
export const releaseCommand: Command = async (parameters, { withStatements, print }) => {
  const key = keyOf('release', parameters);
  const released = await withStatements((db) => releaseFanclub(db, key)).catch(refuse);
  if (!released) throw new CommandFailed('No fan club has or had this key.');
  const { name, wasHeld } = released;
  print(wasHeld ? `${name} is released` : `${name} was not held`);
};

/** @throws CommandFailed for an error with a text for operators; any other error as it is */
function refuse(error: unknown): never {
  const isExpected = [ServedElsewhere, HeldByMove, HoldEnded].some((kind) => error instanceof kind);
  throw isExpected ? new CommandFailed((error as Error).message) : error;
}

function keyOf(command: string, parameters: string[]): string {
  if (parameters.length !== 1) throw new WrongUsage(`${command} takes one key of a fan club`);
  return parameters[0];
}

const describe = ({ transaction, pid, application }: WritingTransaction): string =>
  pid === null
    ? `the prepared transaction ${transaction}`
    : `process ${pid} (${application || 'without a name'})`;
