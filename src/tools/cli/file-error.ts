import { CommandFailed } from './command';

/** For `.catch()`: throws CommandFailed for an error of the file system, and any other error as it is. */
export function refuseFile(error: unknown): never {
  throw isFileError(error) ? new CommandFailed(`The file cannot be read: ${error.message}`) : error;
}

/** The same for files and pipes that a command writes. */
export function refuseOutput(error: unknown): never {
  throw isFileError(error) ? new CommandFailed(`The output cannot be written: ${error.message}`) : error;
}

/** All errors of the file system have a path, except some. */
const WITHOUT_PATH = ['EISDIR', 'ENOSPC', 'EPIPE', 'EIO', 'EDQUOT', 'EFBIG'];

function isFileError(error: unknown): error is NodeJS.ErrnoException {
  const { code, path } = error as NodeJS.ErrnoException;
  return code !== undefined && (path !== undefined || WITHOUT_PATH.includes(code));
}
