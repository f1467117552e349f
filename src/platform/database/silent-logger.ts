import { AbstractLogger } from 'typeorm';

/** TypeORM prints to the console unless it is told otherwise. Failures reach the caller as errors: who handles them logs them. */
export class SilentLogger extends AbstractLogger {
  protected override isLogEnabledFor(): boolean {
    return false;
  }

  protected writeLog(): void {}
}
