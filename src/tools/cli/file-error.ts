/** Whether the file system, and nothing else, said no: its errors alone carry the path they are about. */
export function isFileError(error: unknown): error is NodeJS.ErrnoException {
  const { code, path } = error as NodeJS.ErrnoException;
  return code !== undefined && (path !== undefined || code === 'EISDIR');
}
