import { randomInt } from 'node:crypto';
import { newToken } from '#libs/token';
import type { Statements } from '#platform/database';
import type { BankObjects, BankRequest, BankStore, Kind, Listed, Stored } from './objects';
import {
  ADD_OBJECT,
  GET_OBJECT,
  LIST_OBJECTS,
  OBJECT_BY_KEY,
  PUT_OBJECT,
  QUEUE_EVENT,
  QUEUE_WAKE,
} from './objects.queries';

/** Seconds by which a slow event is delayed, and the maximum for a disordered one. */
const SLOW = 60;
const DISORDER = 10;

/** Two concurrent requests have the same key. The client retries. */
export class KeyInUse extends Error {}

/** The objects of one account in PostgreSQL. */
export class DatabaseStore implements BankStore {
  constructor(
    private readonly tx: Statements,
    private readonly account: string,
    private readonly now: Date,
  ) {}

  async get<K extends Kind>(kind: K, ref: string): Promise<Stored<K> | null> {
    return (await this.tx.first(GET_OBJECT, { account: this.account, kind, ref })) as Stored<K> | null;
  }

  async byKey<K extends Kind>(kind: K, key: string): Promise<(Stored<K> & { hash: string }) | null> {
    const found = await this.tx.first(OBJECT_BY_KEY, { account: this.account, key: `${kind}:${key}` });
    return found as (Stored<K> & { hash: string }) | null;
  }

  async add<K extends Kind>(kind: K, content: BankObjects[K], request?: BankRequest): Promise<Stored<K>> {
    // Random, because the id alone gives access to a page.
    const ref = kind === 'account' ? this.account : `${kind}_${newToken()}`;
    const added = await this.tx.first(ADD_OBJECT, {
      ref,
      account: this.account,
      kind,
      content: JSON.stringify(content),
      now: this.now,
      key: request ? `${kind}:${request.key}` : null,
      hash: request?.hash ?? null,
    });
    if (!added) throw new KeyInUse();
    if (kind === 'event') await this.send(ref);
    return { ref, content };
  }

  async put<K extends Kind>(kind: K, ref: string, content: BankObjects[K]): Promise<void> {
    await this.tx.run(PUT_OBJECT, { account: this.account, kind, ref, content: JSON.stringify(content) });
  }

  async list<K extends Kind>(kind: K, from: Date, to: Date): Promise<Listed<K>[]> {
    return (await this.tx.rows(LIST_OBJECTS, { account: this.account, kind, from, to })) as Listed<K>[];
  }

  async wakeAt(kind: 'session' | 'refund', ref: string, at: Date): Promise<void> {
    // One second later, in case the clocks differ.
    const delay = Math.ceil((at.getTime() - this.now.getTime()) / 1_000) + 1;
    await this.tx.first(QUEUE_WAKE, { account: this.account, kind, ref, delay });
  }

  private async send(event: string): Promise<void> {
    const { switches } = (await this.get('account', this.account))!.content;
    if (switches.silent) return;
    const delay = switches.slow ? SLOW : switches.disordered ? randomInt(DISORDER) : 0;
    for (let times = switches.repeating ? 2 : 1; times > 0; times -= 1)
      await this.tx.first(QUEUE_EVENT, { account: this.account, event, delay });
  }
}
