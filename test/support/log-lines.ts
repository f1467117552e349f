import type { LogStream } from '../../src/platform/operations';
import type { LogLine } from './worker';

/** Collects the log of a service under test. */
export class LogLines implements LogStream {
  private readonly lines: LogLine[] = [];

  write(line: string): boolean {
    this.lines.push(JSON.parse(line) as LogLine);
    return true;
  }

  /** The messages of a level, in order. */
  messages(level = 'warn'): string[] {
    return this.lines.filter((line) => line.level === level).map(({ msg }) => msg);
  }

  /** All lines, in order. */
  get all(): readonly LogLine[] {
    return this.lines;
  }

  /** The lines of the request with this id, in order. */
  of(requestId: string | null): LogLine[] {
    return this.lines.filter(({ reqId }) => reqId === requestId);
  }

  /** The whole log as written. */
  get text(): string {
    return JSON.stringify(this.lines);
  }

  clear(): void {
    this.lines.length = 0;
  }
}
