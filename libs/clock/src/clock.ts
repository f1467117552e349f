/** The current time, behind a class so that tests can set it. Never read the time in any other way. */
export abstract class Clock {
  /** The current instant. */
  abstract now(): Date;
}

/** The machine's clock. */
export class SystemClock extends Clock {
  now(): Date {
    return new Date();
  }
}

/** A clock for tests. It shows the time that it was set to until it is set again. */
export class FixedClock extends Clock {
  private instant: Date;

  constructor(instant: Date | string = '2026-06-15T12:00:00Z') {
    super();
    this.instant = new Date(instant);
  }

  now(): Date {
    return new Date(this.instant);
  }

  /** Jumps to an instant. */
  set(instant: Date | string): void {
    this.instant = new Date(instant);
  }

  /** Moves forward by some seconds; back if negative. */
  advance(seconds: number): void {
    this.instant = secondsAfter(this.instant, seconds);
  }
}

/** An instant, moved forward by some seconds; back if negative. */
export function secondsAfter(instant: Date, seconds: number): Date {
  return new Date(instant.getTime() + seconds * 1000);
}
