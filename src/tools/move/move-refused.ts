/** The fan club cannot be moved, and nothing was changed that a repetition or an abort does not correct. */
export class MoveRefused extends Error {
  override readonly name = 'MoveRefused';

  /** @param faults a line each, for operators */
  constructor(...faults: string[]) {
    super(faults.join('\n'));
    this.faults = faults;
  }

  readonly faults: readonly string[];
}
