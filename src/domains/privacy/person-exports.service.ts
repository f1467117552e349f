import { Injectable } from '@nestjs/common';
import { isoUtc } from '#libs/format';
import { Clock, secondsAfter } from '#libs/clock';
import { Sealer } from '#libs/sealed';
import type { LoggedInViewer } from '#platform/access';
import { Sql, type RowOf, type Statements } from '#platform/database';
import { exportPerson } from '#platform/erasure';
import { Job, type JobRun, EVERY_TEN_MINUTES, purge } from '#platform/jobs';
import { Mails } from '#platform/mail';
import { OwnPasswordsService } from '#domains/accounts';
import { digestsOf } from './addresses';
import { type DocumentFile, documentFile, type DocumentForm, type PersonDocument } from './person-document';
import {
  ADD_EXPORT,
  DELETE_EARLIER,
  FIND_TO_MAKE,
  LAST_EXPORT,
  MAKE_EXPORT,
  PURGE_EXPORTS,
  STORE_EXPORT,
  TAKE_HTML,
  TAKE_JSON,
} from './person-exports.queries';

/** The most rows of one table, so that an export stays small. */
export const MOST_ROWS = 1_000;

/** Seconds for which an export is offered. */
const OFFERED = 24 * 60 * 60;

/** Who asks for an export of whom. `staff` is null for the member. */
export interface ExportAsked {
  readonly fanclub: number;
  readonly customer: number;
  readonly staff: number | null;
}

/** An export that was asked for. `expiresAt` is null until it is made. */
export type AskedExport = RowOf<typeof LAST_EXPORT>;

/** Exports of what a fan club knows of a member: asked for, made by a job, downloaded once in each form within a day. */
@Injectable()
export class PersonExportsService {
  constructor(
    private readonly sql: Sql,
    private readonly sealer: Sealer,
    private readonly mails: Mails,
    private readonly passwords: OwnPasswordsService,
    private readonly clock: Clock,
  ) {}

  /** Asks for an export; it replaces the former one. */
  async ask(tx: Statements, asked: ExportAsked): Promise<AskedExport> {
    await tx.run(DELETE_EARLIER, { ...asked });
    const now = this.clock.now();
    const { id } = (await tx.first(ADD_EXPORT, { ...asked, now }))!;
    return { id, createdAt: now, expiresAt: null, jsonTakenAt: null, htmlTakenAt: null };
  }

  /** The export that was asked for last, if it can still be downloaded. */
  last(db: Statements, asked: ExportAsked): Promise<AskedExport | null> {
    return db.first(LAST_EXPORT, { ...asked, now: this.clock.now() });
  }

  /** Takes one form of the last export. Null: it is not made, was taken before, or is over. */
  async take(tx: Statements, asked: ExportAsked, form: DocumentForm): Promise<DocumentFile | null> {
    const statement = form === 'json' ? TAKE_JSON : TAKE_HTML;
    const taken = await tx.first(statement, { ...asked, now: this.clock.now() });
    if (!taken) return null;
    return documentFile(JSON.parse(this.sealer.open(taken.contentSealed)) as PersonDocument, form);
  }

  /** As {@link ask}, for the member. @throws PasswordIncorrect, TooManyRequests */
  async askForOwn(viewer: LoggedInViewer, password: string): Promise<void> {
    await this.passwords.require(viewer, password);
    await this.sql.transaction((tx) => this.ask(tx, ownOf(viewer)));
  }

  /** As {@link last}, for the member. */
  lastOwn(viewer: LoggedInViewer): Promise<AskedExport | null> {
    return this.last(this.sql, ownOf(viewer));
  }

  /** As {@link take}, for the member. */
  takeOwn(viewer: LoggedInViewer, form: DocumentForm): Promise<DocumentFile | null> {
    return this.take(this.sql, ownOf(viewer), form);
  }

  @Job<{ fanclubId: number; exportId: number }>(MAKE_EXPORT)
  async make({ payload }: JobRun<{ fanclubId: number; exportId: number }>): Promise<number> {
    const key = { fanclub: payload.fanclubId, export: payload.exportId };
    const content = await this.sql.consistently((tx) => this.document(tx, key));
    if (!content) return 0;
    const now = this.clock.now();
    const contentSealed = this.sealer.seal(JSON.stringify(content));
    return this.sql.run(STORE_EXPORT, { ...key, contentSealed, expiresAt: secondsAfter(now, OFFERED), now });
  }

  @Job('person_exports.purge', EVERY_TEN_MINUTES)
  purge({ db, signal }: JobRun): Promise<number> {
    return purge(signal, (limit) => db.run(PURGE_EXPORTS, { now: this.clock.now(), limit }));
  }

  private async document(
    tx: Statements,
    key: { fanclub: number; export: number },
  ): Promise<PersonDocument | null> {
    const found = await tx.first(FIND_TO_MAKE, key);
    if (!found) return null;
    const { fanclub } = key;
    const now = this.clock.now();
    const person = { fanclub, person: found.customerId, now, ...digestsOf(this.mails, found) };
    const tables = await exportPerson(tx, person, MOST_ROWS);
    return {
      fanclub: { id: fanclub, name: found.fanclubName },
      member: found.customerId,
      made_at: isoUtc(now),
      tables,
    };
  }
}

const ownOf = ({ fanclub, customer }: LoggedInViewer): ExportAsked => ({
  fanclub: fanclub.id,
  customer: customer.id,
  staff: null,
});
