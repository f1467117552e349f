import { Injectable } from '@nestjs/common';
import { createHash, createHmac } from 'node:crypto';
import { Clock } from '#libs/clock';
import { newToken } from '#libs/token';
import { Sql, type Statements } from '#platform/database';
import { Bank } from './bank';
import { DatabaseStore } from './bank-store';
import type { BankAccount, Switches } from './objects';
import type { SwitchedAccount } from './page';
import { ACCOUNT_OF_SESSION, LIST_ACCOUNTS } from './objects.queries';

/** The credentials of an account. */
export interface OpenedAccount {
  readonly ref: string;
  /** The key for the API. The bank stores only its hash, in the id of the account. */
  readonly secret: string;
  readonly webhookSecret: string;
}

const ALL_OFF: Switches = {
  unavailable: false,
  slow: false,
  repeating: false,
  silent: false,
  disordered: false,
};

/** The id of the account with a key. */
export const accountOf = (secret: string): string =>
  `demo_${createHash('sha256').update(secret).digest('base64url').slice(0, 16)}`;

/** The signature of an event, over its time in seconds and its body. */
export function signatureOf(body: string, seconds: number, secret: string): string {
  return createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
}

/** The last part of a page's URL. It has a proof besides the id, because clients store ids unencrypted. */
export function pageOf(session: string, { webhookSecret }: Pick<BankAccount, 'webhookSecret'>): string {
  const proof = createHmac('sha256', webhookSecret).update(`page:${session}`).digest('base64url');
  return `${session}.${proof}`;
}

/** Opens an account. @param eventsUrl receives its events; null: none does yet */
export async function openAccount(
  tx: Statements,
  eventsUrl: string | null,
  now: Date,
): Promise<OpenedAccount> {
  const [secret, webhookSecret] = [newToken(), newToken()];
  const ref = accountOf(secret);
  await new DatabaseStore(tx, ref, now).add('account', { eventsUrl, webhookSecret, switches: ALL_OFF });
  return { ref, secret, webhookSecret };
}

/** Sets the owner of an account, and the URL that receives its events. */
export async function describeAccount(
  tx: Statements,
  account: string,
  facts: Required<Pick<BankAccount, 'owner' | 'eventsUrl'>>,
  now: Date,
): Promise<void> {
  const store = new DatabaseStore(tx, account, now);
  const found = await store.get('account', account);
  if (found) await store.put('account', account, { ...found.content, ...facts });
}

/** The demo bank: a payment provider with which no money moves. */
@Injectable()
export class DemoBankService {
  constructor(
    private readonly sql: Sql,
    private readonly clock: Clock,
  ) {}

  /** Runs the rules of the bank for an account, in one transaction. */
  act<T>(account: string, act: (bank: Bank, store: DatabaseStore) => Promise<T>): Promise<T> {
    return this.sql.transaction((tx) => {
      const now = this.clock.now();
      const store = new DatabaseStore(tx, account, now);
      return act(new Bank(store, now), store);
    });
  }

  /** Null: there is no such account. */
  account(ref: string): Promise<BankAccount | null> {
    return this.act(ref, async (_bank, store) => (await store.get('account', ref))?.content ?? null);
  }

  /** The account and id of a page, by the last part of its URL. Null: unknown. */
  async opened(page: string): Promise<{ account: string; ref: string } | null> {
    const ref = page.split('.')[0];
    const found = await this.sql.first(ACCOUNT_OF_SESSION, { ref });
    const account = found && (await this.account(found.account));
    return account && page === pageOf(ref, account) ? { account: found.account, ref } : null;
  }

  /** All accounts, with their disputes that are not decided. */
  async accounts(): Promise<SwitchedAccount[]> {
    const all: SwitchedAccount[] = [];
    for (const found of await this.sql.rows(LIST_ACCOUNTS, {}))
      all.push({ ...found, disputes: await this.act(found.account, (bank) => bank.disputes.undecided()) });
    return all;
  }

  change(ref: string, changes: Partial<BankAccount>): Promise<void> {
    return this.act(ref, async (_bank, store) => {
      const found = await store.get('account', ref);
      if (found) await store.put('account', ref, { ...found.content, ...changes });
    });
  }
}
