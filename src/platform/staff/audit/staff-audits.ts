import { createHash } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import type { AuditAction, AuditSubject } from './audit-kinds';
import { StaffAuditChain, StaffAudit } from './staff-audit.entity';
import type { Scope } from '../staff-viewer';
import { type Statements, statement, types } from '#platform/database';

/** Recorded fields as JSON. A secret is recorded as `'changed'`. */
export type Payload = Readonly<Record<string, unknown>>;

/** One change, or one look at personal data. */
export interface AuditEntry {
  readonly action: AuditAction;
  readonly subject: { readonly type: AuditSubject; readonly id: number | null };
  /** The member whom it concerns. */
  readonly customerId?: number | null;
  /** Changed fields only; null for what did not exist. */
  readonly before?: Payload | null;
  readonly after?: Payload | null;
}

/** Who made the changes; nulls: the operator, by a command. */
export interface AuditActor {
  readonly staffId: number | null;
  readonly sessionId: number | null;
  /** The name of the key of the program that made them; null: no program did. */
  readonly keyName: string | null;
}

/** PostgreSQL takes at most 65,535 parameters, and a row has 15. */
const ROWS_PER_INSERT = 1_000;

/** The value before the first row of a chain. */
export const CHAIN_START = Buffer.alloc(32);

const sha256 = (...parts: (string | Buffer)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** The digest of what a row records. Keys are sorted, because PostgreSQL does not keep their order. */
export const payloadDigest = (before: Payload | null, after: Payload | null): Buffer =>
  sha256(JSON.stringify([sorted(before), sorted(after)]));

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]));
}

/** The chain value of a row: a digest of all earlier rows and of this row without its payload. */
export function chainOf(
  previous: Buffer,
  row: Omit<StaffAudit, 'id' | 'before' | 'after' | 'chain'>,
): Buffer {
  const facts = [
    row.organizationId,
    row.fanclubId,
    row.position,
    row.at.toISOString(),
    row.staffId,
    row.sessionId,
    row.action,
    row.subjectType,
    row.subjectId,
    row.customerId,
    row.payloadDigest.toString('hex'),
    // Rows from before there were keys have no value for it.
    ...(row.keyName === null ? [] : [row.keyName]),
  ];
  return sha256(previous, JSON.stringify(facts));
}

/**
 * Appends entries to the chain of the scope. It locks the end of the chain, so call it last in the transaction: other changes of the
 * same fan club wait for the lock.
 */
export async function appendAudits(
  manager: EntityManager,
  scope: Scope,
  { staffId, sessionId, keyName }: AuditActor,
  at: Date,
  entries: readonly AuditEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  const chain = await lockedChain(manager, scope);
  let { lastPosition: position, lastChain: previous } = chain;
  const rowOf = ({ action, subject, customerId = null, before = null, after = null }: AuditEntry) => {
    position += 1;
    // As JSON stores them: dates become texts, fields that are undefined disappear.
    const [was, is] = [before, after].map((payload) => JSON.parse(JSON.stringify(payload)) as Payload | null);
    const row = {
      ...scope,
      position,
      at,
      staffId,
      sessionId,
      keyName,
      action,
      subjectType: subject.type,
      subjectId: subject.id,
      customerId,
      payloadDigest: payloadDigest(was, is),
    };
    previous = chainOf(previous, row);
    return { ...row, before: was as object, after: is as object, chain: previous };
  };
  // In batches, which limits memory and the time for which the transaction is idle.
  for (let start = 0; start < entries.length; start += ROWS_PER_INSERT)
    await manager.insert(StaffAudit, entries.slice(start, start + ROWS_PER_INSERT).map(rowOf));
  await manager.update(StaffAuditChain, { id: chain.id }, { lastPosition: position, lastChain: previous });
}

/** The row with the end of a chain, locked; it is made if it does not exist. */
async function lockedChain(
  manager: EntityManager,
  { organizationId, fanclubId }: Scope,
): Promise<StaffAuditChain> {
  const find = (): Promise<StaffAuditChain | null> => {
    const query = manager.createQueryBuilder(StaffAuditChain, 'chain').setLock('pessimistic_write');
    return fanclubId === null
      ? query
          .where('chain.organizationId = :organizationId AND chain.fanclubId IS NULL', { organizationId })
          .getOne()
      : query.where('chain.fanclubId = :fanclubId', { fanclubId }).getOne();
  };
  const found = await find();
  if (found) return found;
  const start = { firstPosition: 0, firstChain: CHAIN_START, lastPosition: 0, lastChain: CHAIN_START };
  // If another transaction inserts it at the same time, this one waits and reads that row.
  await manager
    .createQueryBuilder()
    .insert()
    .into(StaffAuditChain)
    .values({ organizationId, fanclubId, ...start })
    .orIgnore()
    .execute();
  const made = await find();
  if (!made) throw new Error('the chain of audits was not made');
  return made;
}

/** The function belongs to the owner of the tables, because the service may not change the record. */
export const SCRUB_AUDITS = statement('staff_audits.scrub', {
  params: { fanclub: types.bigint, customers: types.array(types.bigint) },
  row: { records: types.bigint },
  text: `SELECT scrub_staff_audits($fanclub, c.id) AS records FROM unnest($customers::bigint[]) AS c (id)`,
});

/** Empties what was recorded about customers who are deleted. The chain of the record stays valid. */
export async function scrubAudits(
  tx: Statements,
  fanclub: number,
  customers: readonly number[],
): Promise<void> {
  await tx.rows(SCRUB_AUDITS, { fanclub, customers });
}
