import { setTimeout as sleep } from 'node:timers/promises';
import { FIRST_PAUSE, pauseAfter, STEADY } from './back-off.rules';
import { type End, Member } from './member';
import { type Program, programOf } from './program';

/** Receives one line for each event. */
export interface GroupLog {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

/** Options of a {@link ProcessGroup}. */
export interface ProcessGroupOptions {
  /** How many processes there are. At least 1. */
  readonly count: number;
  readonly log: GroupLog;
  /** Milliseconds after which a process that was asked to stop is killed. */
  readonly stopWithin: number;
  /** The same for a process that was replaced, and has to wait for its clients. */
  readonly retireWithin: number;
  /** The name of the working directory that the shell has passed on (`PWD`), if there is one. */
  readonly pwd?: string;
  /** Milliseconds before a process that ended is started again; doubled each time it ends soon. Default 250. */
  readonly firstPause?: number;
}

/** Failed starts for each place after which the group gives up, if no process serves meanwhile. */
const STARTS = 5;

/** The place of a process in the group. */
interface Place {
  readonly number: number;
  /** The process that serves, or starts to; null while there is none. */
  member: Member | null;
  /** The process that is to replace {@link member}, while it starts. */
  successor: Member | null;
  /** Ends in a row, each soon after the start. */
  ends: number;
}

/**
 * Runs the program of this process in several others that accept connections at the same port (`node:cluster`). A process that ends is
 * started again, with growing pauses. One of the processes at a time is asked to do the work that only one may do.
 *
 * The program calls `membership()` to find out that it is a member. It counts as started when it listens.
 */
export class ProcessGroup {
  /** Resolves with the exit code when all processes have ended: after {@link stop}, or because none can be started any more. */
  readonly ended: Promise<number>;
  private readonly places: readonly Place[];
  private readonly program: Program;
  private readonly members = new Set<Member>();
  private exclusive: Member | null = null;
  private failedStarts = 0;
  private isStopping = false;
  private hasServed = false;
  private restarting: Promise<void> | null = null;
  private isAskedAgain = false;
  private end: (code: number) => void;

  constructor(private readonly options: ProcessGroupOptions) {
    this.program = programOf(process.argv[1], process.cwd(), options.pwd);
    this.ended = new Promise((resolve) => (this.end = resolve));
    this.places = Array.from({ length: options.count }, (_, at) => ({
      number: at + 1,
      member: null,
      successor: null,
      ends: 0,
    }));
  }

  /**
   * Starts the processes: the first one alone, so that a reason not to start is reported once, and then the others. Resolves when all
   * serve, or when the group has ended because the first one did not start.
   */
  async start(): Promise<void> {
    const [first, ...others] = this.places;
    const member = this.launch(first);
    if (!(await member.started)) {
      // The process has printed the reason.
      await this.finish(this.isStopping ? 0 : ((await member.ended).code ?? 1));
      return;
    }
    await Promise.all(others.map((place) => this.launch(place).started));
  }

  /**
   * Replaces the processes one after the other: each one only after its successor serves. If a successor does not start, the processes
   * that have not been replaced stay. A call during a restart begins another restart after it. Resolves when the last one has ended.
   */
  async restart(): Promise<void> {
    if (this.restarting) this.isAskedAgain = true;
    this.restarting ??= this.replaceWhileAsked().finally(() => (this.restarting = null));
    await this.restarting;
  }

  /** Stops all processes. Resolves when they have ended; see also {@link ended}. */
  async stop(): Promise<void> {
    if (this.isStopping) return;
    this.options.log.info({ processes: this.members.size }, 'stopping all processes');
    const ends = await this.stopAll();
    await this.finish(ends.every(({ code }) => code === 0) ? 0 : 1);
  }

  /**
   * The answers of all processes to a question, by process id (`Membership.onAsk`). The answer is undefined for a process that is still
   * starting, or does not answer within this many milliseconds.
   */
  async ask(within: number): Promise<ReadonlyMap<number, unknown>> {
    const members = [...this.members];
    const answers = await Promise.all(members.map((member) => member.ask(within)));
    return new Map(members.map(({ pid }, at) => [pid, answers[at]]));
  }

  private launch(place: Place): Member {
    const member = this.create(place);
    place.member = member;
    void this.attend(place, member);
    return member;
  }

  private create({ number }: Place): Member {
    const member = new Member(number, this.places.length, this.program);
    this.members.add(member);
    void member.started.then((isStarted) => {
      if (!isStarted || this.isStopping) return;
      this.failedStarts = 0;
      this.hasServed = true;
      this.options.log.info({ process: number, pid: member.pid }, 'process serves');
    });
    void member.ended.then(() => this.members.delete(member));
    return member;
  }

  /** Waits for the end of the process in a place, and starts it again unless it was replaced. */
  private async attend(place: Place, member: Member): Promise<void> {
    const isStarted = await member.started;
    const since = performance.now();
    if (isStarted) this.assign();
    else this.failedStarts += 1;
    const { code, signal } = await member.ended;
    if (this.isStopping || !this.hasServed || place.member !== member) return;
    place.member = null;
    place.ends = isStarted && performance.now() - since > STEADY ? 1 : place.ends + 1;
    this.assign();
    if (this.isHopeless) {
      this.options.log.error({ starts: this.failedStarts }, 'no process can be started');
      await this.stopAll();
      await this.finish(1);
      return;
    }
    const pause = pauseAfter(place.ends, this.options.firstPause ?? FIRST_PAUSE);
    const facts = { process: place.number, pid: member.pid, code, signal, pause };
    this.options.log.error(facts, isStarted ? 'process ended' : 'process did not start');
    await sleep(pause);
    if (!this.isStopping && place.member === null && place.successor === null) this.launch(place);
  }

  private get isHopeless(): boolean {
    const isAnyServing = [...this.members].some(({ isServing }) => isServing);
    return !isAnyServing && this.failedStarts >= STARTS * this.places.length;
  }

  /** Asks a process to do the work that only one may do, unless one does it. */
  private assign(): void {
    if (this.exclusive && this.members.has(this.exclusive)) return;
    this.exclusive = this.places.find(({ member }) => member?.isServing)?.member ?? null;
    this.exclusive?.begin();
  }

  private async replaceWhileAsked(): Promise<void> {
    do {
      this.isAskedAgain = false;
      await this.replaceAll();
    } while (this.isAskedAgain && !this.isStopping);
  }

  private async replaceAll(): Promise<void> {
    const { log, retireWithin } = this.options;
    log.info({ processes: this.places.length }, 'restarting the processes one after the other');
    for (const place of this.places) {
      if (this.isStopping) return;
      const successor = (place.successor = this.create(place));
      const isStarted = await successor.started;
      place.successor = null;
      if (this.isStopping) return;
      if (!isStarted) {
        log.error(
          { process: place.number },
          'the restart was given up, because the new process did not start',
        );
        if (place.member === null) this.launch(place);
        return;
      }
      const former = place.member;
      place.member = successor;
      place.ends = 0;
      void this.attend(place, successor);
      // A process that is still starting would not get the request to retire.
      if (former && (await former.started)) await this.retire(former, retireWithin);
    }
    log.info({ processes: this.places.length }, 'all processes were restarted');
  }

  private async retire(member: Member, within: number): Promise<void> {
    void member.yielded.then(() => {
      if (this.exclusive !== member) return;
      this.exclusive = null;
      this.assign();
    });
    await member.retire(within);
  }

  private stopAll(): Promise<End[]> {
    this.isStopping = true;
    return Promise.all([...this.members].map((member) => member.stop(this.options.stopWithin)));
  }

  private async finish(code: number): Promise<void> {
    this.isStopping = true;
    this.end(code);
  }
}
