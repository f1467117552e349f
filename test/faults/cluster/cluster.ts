import type { ChildProcess } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../support/free-port';
import { childrenOf, commandOf, killCluster } from '../support/postgres';
import { COMMANDS } from './commands';
import { kill, postgresAccount, postmasterOf, run, type Setting, start } from '../support/processes';

const PROGRAMS = ['patroni', 'patronictl', 'etcd', 'haproxy', 'pgbouncer', 'psql', 'envsubst'];
/** Where Debian's packages put the programs of each version of PostgreSQL. */
const VERSIONS = '/usr/lib/postgresql';
const WITHIN = 120_000;
const PASSWORD = 'of-a-test';

/** The folder of the newest PostgreSQL of Debian's packages; null if there is none. */
function postgresPrograms(): string | null {
  if (!existsSync(VERSIONS)) return null;
  const [newest] = readdirSync(VERSIONS).sort((a, b) => Number(b) - Number(a));
  const folder = join(VERSIONS, String(newest), 'bin');
  return existsSync(join(folder, 'initdb')) ? folder : null;
}

/** Which programs of the cluster are not installed. */
export function missingPrograms(): string[] {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];
  const missing = PROGRAMS.filter((name) => !folders.some((folder) => existsSync(join(folder, name))));
  return postgresPrograms() === null ? [...missing, 'postgresql'] : missing;
}

/** What Patroni reports about a member. */
interface Member {
  name: string;
  role: string;
  state: string;
  timeline?: number;
}

/** One of the three machines: etcd, Patroni with PostgreSQL, and PgBouncer. */
export class Node {
  readonly name: string;
  readonly address: string;
  private readonly running = new Map<string, ChildProcess>();

  constructor(
    private readonly n: number,
    private readonly folder: string,
    private readonly cluster: string,
    private readonly ports: { patroni: number; postgres: number; pgbouncer: number },
    private readonly account: Setting['account'],
  ) {
    this.name = `node${n}`;
    this.address = `127.0.0.${n}`;
  }

  get data(): string {
    return join(this.folder, this.name);
  }

  /** Runs a command of the page to its end. */
  run(command: string, variables: NodeJS.ProcessEnv = {}): string {
    return run(command, this.setting(variables));
  }

  configure(): void {
    this.run(COMMANDS.configure);
  }

  /** Starts a program unless it runs. */
  start(program: 'etcd' | 'patroni' | 'pgbouncer' | 'haproxy'): void {
    if (this.process(program)) return;
    const log = join(this.data, `${program}.log`);
    this.running.set(program, start(COMMANDS[program], log, this.folder, this.setting({})));
  }

  /** Tells a program to read its files again. */
  reload(program: 'pgbouncer'): void {
    this.process(program)?.kill('SIGHUP');
  }

  async killPatroni(): Promise<void> {
    const patroni = this.process('patroni');
    if (patroni) await kill(patroni);
  }

  async killPostgres(): Promise<void> {
    await killCluster(this.postmaster());
  }

  /** Suspends the processes that send the log to the standbys. */
  stallReplication(): number {
    const senders = childrenOf(this.postmaster()).filter((pid) => /walsender/.test(commandOf(pid)));
    for (const pid of senders) process.kill(pid, 'SIGSTOP');
    return senders.length;
  }

  /** Whether Patroni says that it is the leader. */
  async isLeader(): Promise<boolean> {
    return (await this.ask('/primary'))?.ok ?? false;
  }

  /** The members of the cluster, as this one's Patroni sees them; empty if it does not run. */
  async members(): Promise<Member[]> {
    const answer = await this.ask('/cluster');
    return answer?.ok ? ((await answer.json()) as { members: Member[] }).members : [];
  }

  /** A superuser's address of the database `fanclub` on this PostgreSQL, or through its PgBouncer. */
  url(port: 'postgres' | 'pgbouncer' = 'postgres'): string {
    return `postgres://postgres:${PASSWORD}@${this.address}:${this.ports[port]}/fanclub`;
  }

  private ask(path: string): Promise<Response | null> {
    const signal = AbortSignal.timeout(2_000);
    return fetch(`http://${this.address}:${this.ports.patroni}${path}`, {
      signal,
      headers: { connection: 'close' },
    }).catch(() => null);
  }

  private postmaster(): number {
    const pid = postmasterOf(join(this.data, 'postgresql'));
    if (pid === null) throw new Error(`No PostgreSQL runs on ${this.name}.`);
    return pid;
  }

  private process(program: string): ChildProcess | null {
    const child = this.running.get(program);
    return child && child.exitCode === null && child.signalCode === null ? child : null;
  }

  private setting(variables: NodeJS.ProcessEnv): Setting {
    const all = {
      CLUSTER: this.cluster,
      N: String(this.n),
      CONFIG: this.data,
      HOME: this.folder,
      ...variables,
    };
    return { variables: all, account: this.account };
  }
}

/**
 * Three machines on 127.0.0.1, 127.0.0.2 and 127.0.0.3, with the configurations of `operations/cluster`, and a HAProxy. The janitor
 * of its folder ends it.
 */
export class Cluster {
  /** The role that one of the standbys must have. */
  private standby: 'sync_standby' | 'replica' = 'sync_standby';

  private constructor(
    readonly nodes: readonly Node[],
    /** A superuser's address of the database, through HAProxy. */
    readonly directUrl: string,
    /** The same, also through PgBouncer. */
    readonly pooledUrl: string,
  ) {}

  /** Starts it in a new folder. */
  static async startIn(folder: string): Promise<Cluster> {
    const account = postgresAccount();
    mkdirSync(folder);
    if (account) chownSync(folder, account.uid, account.gid);
    const names = ['POSTGRES', 'PGBOUNCER', 'PATRONI', 'ETCD', 'ETCD_PEER', 'POOLED', 'DIRECT'] as const;
    const ports = new Map<string, number>();
    for (const name of names) ports.set(name, await freePort());
    const file = join(folder, 'cluster.env');
    writeFileSync(
      file,
      Object.entries({
        ADDRESS1: '127.0.0.1',
        ADDRESS2: '127.0.0.2',
        ADDRESS3: '127.0.0.3',
        NETWORK: '127.0.0.0/8',
        SUPERUSER_PASSWORD: PASSWORD,
        REPLICATION_PASSWORD: PASSWORD,
        PATRONI_PASSWORD: PASSWORD,
        CONFIG: `${folder}/$NODE`,
        DATA: `${folder}/$NODE`,
        PROGRAMS: postgresPrograms(),
        WATCHDOG: 'off',
        HAPROXY_ADDRESS: '127.0.0.1',
        ...Object.fromEntries([...ports].map(([name, port]) => [`${name}_PORT`, port])),
      })
        .map(([name, value]) => `${name}=${value}\n`)
        .join(''),
    );
    const [patroni, postgres, pgbouncer] = ['PATRONI', 'POSTGRES', 'PGBOUNCER'].map((one) => ports.get(one)!);
    const nodes = [1, 2, 3].map((n) => new Node(n, folder, file, { patroni, postgres, pgbouncer }, account));
    const urlAt = (name: string) => `postgres://postgres:${PASSWORD}@127.0.0.1:${ports.get(name)}/fanclub`;
    const cluster = new Cluster(nodes, urlAt('DIRECT'), urlAt('POOLED'));
    for (const node of nodes) node.configure();
    for (const program of ['etcd', 'patroni', 'pgbouncer'] as const)
      for (const node of nodes) node.start(program);
    nodes[0].start('haproxy');
    await cluster.whole();
    return cluster;
  }

  /** The machine whose Patroni says that it is the leader. Waits for one. @param except the former leader */
  async leader(except?: Node): Promise<Node> {
    for (const end = performance.now() + WITHIN; performance.now() < end; await sleep(50))
      for (const node of this.nodes) if (node !== except && (await node.isLeader())) return node;
    throw new Error('No machine has become the leader.');
  }

  /** Makes commits wait for no standby, until the end of the cluster. */
  async becomeAsynchronous(): Promise<void> {
    (await this.leader()).run(COMMANDS.asynchronous);
    this.standby = 'replica';
    await this.whole();
  }

  /** Starts what does not run, and waits until two standbys follow the leader, one of them synchronously. */
  async whole(): Promise<void> {
    for (const node of this.nodes) node.start('patroni');
    let seen: Member[] = [];
    for (const end = performance.now() + WITHIN; performance.now() < end; await sleep(250)) {
      for (const node of this.nodes) seen = (await node.members()) || seen;
      if (isWhole(seen, this.standby)) return;
    }
    throw new Error(`The cluster is not whole: ${JSON.stringify(seen)}`);
  }

  /** The machine of the synchronous standby. */
  async synchronous(): Promise<Node> {
    const members = await this.nodes[0].members();
    const { name } = members.find(({ role }) => role === 'sync_standby')!;
    return this.nodes.find((node) => node.name === name)!;
  }
}

function isWhole(members: readonly Member[], standby: string): boolean {
  const timelines = new Set(members.map(({ timeline }) => timeline));
  const roles = members.map(({ role }) => role);
  return (
    members.length === 3 &&
    timelines.size === 1 &&
    roles.includes('leader') &&
    roles.includes(standby) &&
    (standby === 'sync_standby' || !roles.includes('sync_standby')) &&
    members.every(({ state }) => state === 'running' || state === 'streaming')
  );
}
