import { AbstractLogger } from 'typeorm';

/** Keeps TypeORM from writing to the console. Failures reach the callers as errors. */
export class SilentLogger extends AbstractLogger {
  protected override isLogEnabledFor(): boolean {
    return false;
  }

  protected writeLog(): void {}
}
