import { CommandFailed } from './command';

/** For `.catch()`: throws CommandFailed for an error of the file system, and any other error as it is. */
export function refuseFile(error: unknown): never {
  const { code, path, message } = error as NodeJS.ErrnoException;
  // All errors of the file system have a path, except EISDIR.
  const isFileError = code !== undefined && (path !== undefined || code === 'EISDIR');
  throw isFileError ? new CommandFailed(`The file cannot be read: ${message}`) : error;
}
