import type { BankObjects, BankRequest, BankStore, Kind, Listed, Stored } from '../../../src/demo-bank';

interface Row {
  readonly kind: Kind;
  readonly ref: string;
  readonly at: Date;
  readonly request: BankRequest | null;
  content: BankObjects[Kind];
}

/** The objects of one account of the demo bank in memory. */
export class MemoryStore implements BankStore {
  private readonly rows: Row[] = [];
  /** The objects that the bank wants to look at again, with the time. */
  readonly sleepers: { kind: 'session' | 'refund'; ref: string; at: Date }[] = [];

  /** @param now the time at which objects are made */
  constructor(private readonly now: () => Date) {}

  get<K extends Kind>(kind: K, ref: string): Promise<Stored<K> | null> {
    const found = this.rows.find((row) => row.kind === kind && row.ref === ref);
    return Promise.resolve((found as Stored<K> | undefined) ?? null);
  }

  byKey<K extends Kind>(kind: K, key: string): Promise<(Stored<K> & { hash: string }) | null> {
    const found = this.rows.find((row) => row.kind === kind && row.request?.key === key);
    return Promise.resolve(found ? { ...(found as unknown as Stored<K>), hash: found.request!.hash } : null);
  }

  add<K extends Kind>(kind: K, content: BankObjects[K], request?: BankRequest): Promise<Stored<K>> {
    const ref = `${kind}_${this.rows.length + 1}`;
    this.rows.push({ kind, ref, at: this.now(), request: request ?? null, content });
    return Promise.resolve({ ref, content });
  }

  put<K extends Kind>(kind: K, ref: string, content: BankObjects[K]): Promise<void> {
    this.rows.find((row) => row.kind === kind && row.ref === ref)!.content = content;
    return Promise.resolve();
  }

  list<K extends Kind>(kind: K, from: Date, to: Date): Promise<Listed<K>[]> {
    const found = this.rows.filter((row) => row.kind === kind && row.at >= from && row.at <= to);
    return Promise.resolve(found.map((row) => ({ ...(row as unknown as Stored<K>), createdAt: row.at })));
  }

  /** When an object was made. @throws TypeError for an unknown one */
  madeAt(ref: string): Date {
    return this.rows.find((row) => row.ref === ref)!.at;
  }

  wakeAt(kind: 'session' | 'refund', ref: string, at: Date): Promise<void> {
    this.sleepers.push({ kind, ref, at });
    return Promise.resolve();
  }
}
