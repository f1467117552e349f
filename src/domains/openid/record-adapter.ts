import type { Adapter, AdapterPayload } from 'oidc-provider';
import { type Clock, secondsAfter } from '#libs/clock';
import type { Sealer } from '#libs/sealed';
import { hashToken } from '#libs/token';
import type { RowOf, Statements } from '#platform/database';
import type { ApplicationsLookup } from './applications-lookup';
import { currentRequest } from './openid-request';
import {
  CONSUME_RECORD,
  DELETE_GRANTED,
  DELETE_RECORD,
  FIND_RECORD,
  FIND_RECORD_BY_UID,
  SAVE_GRANTED,
  SAVE_RECORD,
} from './records.queries';

/** What the adapters of a fan club work with. */
export interface RecordStore {
  readonly fanclub: number;
  readonly db: Statements;
  readonly clock: Clock;
  readonly sealer: Sealer;
  readonly applications: ApplicationsLookup;
  /** Seconds after which an unused session is over. */
  readonly idleLifetime: number;
  /** What a code or refresh token that was used twice is answered with. */
  readonly usedTwice: () => Error;
  readonly noteLogIn: (code: AdapterPayload) => Promise<void>;
}

/** Kinds that belong to the session of a member who is logged in. */
const OF_SESSION = ['Grant', 'Session'];

/** Stores what the provider library keeps of one kind, for one fan club. */
export class RecordAdapter implements Adapter {
  constructor(
    private readonly store: RecordStore,
    private readonly model: string,
  ) {}

  async upsert(id: string, payload: AdapterPayload, expiresIn: number): Promise<void> {
    const { fanclub, clock, db, sealer, noteLogIn } = this.store;
    if (this.model === 'AuthorizationCode') await noteLogIn(payload);
    const { logIn } = currentRequest();
    const now = clock.now();
    const isOfSession = OF_SESSION.includes(this.model);
    // A session of the library is worth nothing without ours.
    if (isOfSession && logIn === null) return;
    const idHash = hashToken(id);
    const values = {
      fanclub,
      model: this.model,
      idHash,
      uidHash: payload.uid === undefined ? null : hashToken(payload.uid),
      payloadSealed: sealer.seal(JSON.stringify(payload)),
      clientId: payload.clientId ?? null,
      customer: isOfSession ? logIn!.customerId : customerOf(payload.accountId),
      expiresAt: secondsAfter(now, expiresIn),
      now,
    };
    if (payload.grantId !== undefined && this.model !== 'Interaction') {
      await db.run(SAVE_GRANTED, { ...values, grantHash: hashToken(payload.grantId) });
      return;
    }
    const grantHash = this.model === 'Grant' ? idHash : null;
    const session = isOfSession ? logIn!.sessionId : null;
    await db.run(SAVE_RECORD, { ...values, grantHash, session });
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const { fanclub, db, applications } = this.store;
    if (this.model === 'Client') return applications.metadata(fanclub, id);
    const key = { fanclub, model: this.model, idHash: hashToken(id) };
    return this.opened(await db.first(FIND_RECORD, { ...key, ...this.live() }));
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    const { fanclub, db } = this.store;
    const key = { fanclub, model: this.model, uidHash: hashToken(uid) };
    return this.opened(await db.first(FIND_RECORD_BY_UID, { ...key, ...this.live() }));
  }

  /** The device flow is off. */
  findByUserCode(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  /** Of two simultaneous uses one wins. @throws what `usedTwice` makes, after the grant was revoked */
  async consume(id: string): Promise<void> {
    const { fanclub, db, clock, usedTwice } = this.store;
    const key = { fanclub, model: this.model, idHash: hashToken(id) };
    if (await db.first(CONSUME_RECORD, { ...key, now: clock.now() })) return;
    const used = await this.find(id);
    if (used?.grantId !== undefined) {
      const grant = { fanclub, model: 'Grant', idHash: hashToken(used.grantId) };
      await db.run(DELETE_RECORD, grant);
    }
    throw usedTwice();
  }

  async destroy(id: string): Promise<void> {
    const { fanclub, db } = this.store;
    await db.run(DELETE_RECORD, { fanclub, model: this.model, idHash: hashToken(id) });
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    const { fanclub, db } = this.store;
    await db.run(DELETE_GRANTED, { fanclub, model: this.model, grantHash: hashToken(grantId) });
  }

  private live(): { now: Date; seenAfter: Date } {
    const now = this.store.clock.now();
    return { now, seenAfter: secondsAfter(now, -this.store.idleLifetime) };
  }

  private opened(row: RowOf<typeof FIND_RECORD> | null): AdapterPayload | undefined {
    if (!row) return undefined;
    const payload = JSON.parse(this.store.sealer.open(row.payloadSealed)) as AdapterPayload;
    return row.consumedAt === null
      ? payload
      : { ...payload, consumed: Math.floor(row.consumedAt.getTime() / 1000) };
  }
}

const customerOf = (accountId: string | undefined): number | null =>
  accountId === undefined ? null : Number(accountId);
