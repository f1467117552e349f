import type { LogStream } from '../../src/platform/operations';

/** Collects the log of a service under test. */
export class LogLines implements LogStream {
  private readonly lines: { level: string; msg: string }[] = [];

  write(line: string): boolean {
    this.lines.push(JSON.parse(line) as { level: string; msg: string });
    return true;
  }

  /** The messages of a level, in order. */
  messages(level = 'warn'): string[] {
    return this.lines.filter((line) => line.level === level).map(({ msg }) => msg);
  }

  /** The whole log as written. */
  get text(): string {
    return JSON.stringify(this.lines);
  }

  clear(): void {
    this.lines.length = 0;
  }
}
