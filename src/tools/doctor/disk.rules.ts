import { type Finding, ok, problem, warning } from './finding';

const GIB = 1024 ** 3;

/** Free bytes. A busy fan club writes some hundred megabytes a day, so a warning comes days before the end. */
const TOO_LITTLE = GIB;
const LITTLE = 5 * GIB;

/** The result of `statfs`, in blocks. */
export interface Space {
  readonly bsize: number;
  readonly bavail: number;
}

/** Checks the free space of a disk. */
export function diskFindings(subject: string, { bsize, bavail }: Space): readonly Finding[] {
  const free = bsize * bavail;
  const text = `${(free / GIB).toFixed(1)} GB are free`;
  const remedy = 'Free some space, or enlarge the disk (docs/operations/faults.md#disk-full).';
  if (free < TOO_LITTLE) return [problem(subject, text, remedy)];
  if (free < LITTLE) return [warning(subject, text, remedy)];
  return [ok(subject, text)];
}
