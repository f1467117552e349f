import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { freePort } from '../../support/free-port';
import { Program, Service } from '../support/service';
import { type Place, Stage } from '../support/stage';
import { Cell } from './cell';
import { startProxy } from './proxy';

/** The end of a command. */
export interface Ended {
  /** Null after a signal. */
  readonly code: number | null;
  readonly output: string;
}

/** What a move has reported. */
export interface MoveReport {
  readonly rows: number;
  /** Seconds. */
  readonly held: number;
  /** Seconds until it was held. */
  readonly copied: number;
  /** Seconds of the whole command. */
  readonly lasted: number;
}

/** Two cells behind HAProxy, each with a PostgreSQL and a server process of its own, and a fan club that moves between them. */
export class CellsStage extends Stage {
  /** The cell that serves the fan club. */
  home = 0;
  /** Commands; see {@link startProxy}. */
  private routes = { all: '', moved: '' };

  private constructor(
    place: Place,
    readonly cells: readonly [Cell, Cell],
  ) {
    super(place, cells[0].db, cells[0].environment);
  }

  /** @param prepare fills the first database, which is empty */
  static open(prepare?: (cell: Cell) => Promise<void>): Promise<CellsStage> {
    return Stage.in(async (place) => {
      const port = await freePort();
      const [first, second] = await Promise.all(
        [0, 1].map((number) => Cell.startIn(place.folder, number, `http://127.0.0.1:${port}`)),
      );
      await prepare?.(first);
      const stage = new CellsStage(place, [first, second]);
      await stage.begin(1);
      const server = await Service.create(second.environment, place.folder);
      await server.start();
      stage.servers.push(server);
      stage.routes = await startProxy(place.folder, port, stage.cells, stage.servers);
      await stage.updateRoutes();
      stage.origin = () => stage.publicUrl;
      return stage;
    });
  }

  /** The proxy's address. */
  get publicUrl(): string {
    return this.environment.PUBLIC_URL!;
  }

  /** Gives the proxy the routes of both cells. */
  async updateRoutes(): Promise<void> {
    await promisify(execFile)(this.routes.all);
  }

  /** `fanclub` with these parameters, with the settings of a cell; not started yet. */
  command(cell: number, ...parameters: string[]): Program {
    return new Program('fanclub.mjs', parameters, this.cells[cell].environment, this.folder);
  }

  /** Runs `fanclub` to its end. */
  async run(cell: number, ...parameters: string[]): Promise<Ended> {
    const program = this.command(cell, ...parameters);
    program.spawn();
    const code = await program.end;
    return { code, output: program.output };
  }

  /** The parameters of a move of the fan club from where it is. */
  moving(...options: string[]): string[] {
    return [
      'move',
      this.key,
      '--to',
      this.cells[1 - this.home].url,
      '--routes',
      this.routes.moved,
      ...options,
    ];
  }

  /**
   * Moves the fan club to the other cell. On a busy machine the command may ask to be repeated.
   * @throws Error if that fails, with the command's output
   */
  async move(): Promise<MoveReport> {
    const since = performance.now();
    let ended = await this.tryToMove();
    for (let left = 2; left > 0 && ended.output.includes('Repeat the move.'); left -= 1)
      ended = await this.tryToMove();
    const { code, output, heldAt } = ended;
    const [, rows, held] = /has moved: (\d+) rows, held for (\d+\.\d+) s\./.exec(output) ?? [];
    if (code !== 0 || held === undefined) throw new Error(`The move failed (${code}): ${output}`);
    if (output.includes('did not get the routes')) throw new Error(output);
    this.home = 1 - this.home;
    const [copied, lasted] = [heldAt, performance.now()].map((at) => (at - since) / 1000);
    return { rows: Number(rows), held: Number(held), copied, lasted };
  }

  /** Runs the command of a move once. `heldAt` is the time of `performance.now()` at which it held the fan club; NaN if it did not. */
  private async tryToMove(): Promise<Ended & { heldAt: number }> {
    const program = this.command(this.home, ...this.moving());
    program.spawn();
    const held = program.logged(/^hold …$/m).then(
      () => performance.now(),
      () => NaN,
    );
    const code = await program.end;
    return { code, output: program.output, heldAt: await held };
  }

  /** What is left of replications in both databases; empty after a move. */
  async leftovers(): Promise<string[]> {
    const found = await Promise.all(
      this.cells.map(({ db, number }) =>
        db
          .query<{ what: string }[]>(
            `SELECT 'slot ' || slot_name AS what FROM pg_replication_slots
           UNION ALL SELECT 'publication ' || pubname FROM pg_publication
           UNION ALL SELECT 'subscription ' || subname FROM pg_subscription`,
          )
          .then((rows) => rows.map(({ what }) => `${what} in cell ${number}`)),
      ),
    );
    return found.flat();
  }

  override async close(): Promise<void> {
    await this.cells[1].db.destroy();
    await super.close();
  }
}
