import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { isoUtc } from '#libs/format';
import { Problem } from '#libs/problem';
import { Sealer } from '#libs/sealed';
import { newToken } from '#libs/token';
import { violatedUnique } from '#platform/database';
import {
  conflict,
  differences,
  etagOf,
  type ListPage,
  type ListQuery,
  pageOf,
  PROBLEMS,
  refuseUsed,
  requireMatch,
  StaffAnswer,
  type StaffViewer,
  StaffWorkService,
} from '#platform/staff';
import { OidcApplication, type Scope, SCOPES } from '../application.entity';
import { urlFault } from '../application-url.rules';
import { LIST_CONSENTS } from '../applications.queries';
import { DETACH_LOG_INS } from '../log-ins.queries';
import { OpenidProviders } from '../openid-providers';
import { DELETE_OF_ALL_MEMBERS } from '../records.queries';
import type { ApplicationOfClub, ApplicationOfMember } from './dto/application.answers';
import type { ApplicationChange, NewApplication } from './dto/application.dto';

/** The applications in which members log in. Their secrets are shown once, when they are made. */
@Injectable()
export class StaffApplicationsService {
  constructor(
    private readonly work: StaffWorkService,
    private readonly sealer: Sealer,
    private readonly providers: OpenidProviders,
    private readonly clock: Clock,
  ) {}

  async list(viewer: StaffViewer, query: ListQuery): Promise<ListPage<object>> {
    const rows = await this.work.read(viewer, (club) => club.find(OidcApplication));
    return pageOf(
      rows.map((row) => this.printed(row)),
      query,
      ({ name, client_id }) => [name, client_id],
    );
  }

  /** @throws Problem (404) */
  async one(viewer: StaffViewer, id: number): Promise<StaffAnswer> {
    return this.versioned(await this.work.read(viewer, (club) => club.one(OidcApplication, id)));
  }

  /** `client_secret` is shown only here. @throws Problem (409, 422) */
  create(viewer: StaffViewer, body: NewApplication): Promise<StaffAnswer> {
    refuseUrls(body);
    const secret = body.confidential ? newToken() : null;
    const values = {
      clientId: randomBytes(16).toString('base64url'),
      name: body.name,
      confidential: body.confidential,
      secretSealed: secret === null ? null : this.sealer.seal(secret),
      firstParty: body.first_party ?? false,
      scopes: withOpenid(body.scopes ?? [...SCOPES]),
      redirectUrls: body.redirect_urls,
      logOutUrls: body.log_out_urls ?? [],
      backChannelLogOutUrl: body.back_channel_log_out_url ?? null,
    };
    return this.work.change(viewer, async (change) => {
      const id = await change.insert(OidcApplication, values).catch(refuseName);
      const row = await change.one(OidcApplication, id);
      const after = { ...this.printed(row) };
      change.audit({ action: 'application.created', subject: { type: 'application', id }, after });
      const location = `/staff/api/fanclubs/${change.fanclubId}/applications/${id}`;
      return new StaffAnswer({ ...after, client_secret: secret }, { status: 201, location });
    });
  }

  /** @param version `If-Match` @throws Problem (404, 409, 412, 422, 428) */
  change(
    viewer: StaffViewer,
    id: number,
    version: string | undefined,
    body: ApplicationChange,
  ): Promise<StaffAnswer> {
    refuseUrls(body);
    return this.work.change(viewer, async (change) => {
      const before = this.editable(await change.lock(OidcApplication, id));
      requireMatch(version, before);
      // What was not sent is undefined in the body.
      const sent = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
      const next: typeof before = { ...before, ...sent };
      await change
        .update(OidcApplication, id, {
          name: next.name,
          firstParty: next.first_party,
          scopes: withOpenid(body.scopes ?? before.scopes),
          redirectUrls: next.redirect_urls,
          logOutUrls: next.log_out_urls,
          backChannelLogOutUrl: next.back_channel_log_out_url,
        })
        .catch(refuseName);
      // What was given before could read more than is allowed now.
      if (isNarrowed(before, next))
        await change.statements.run(DELETE_OF_ALL_MEMBERS, { fanclub: change.fanclubId, application: id });
      const row = await change.one(OidcApplication, id);
      const fields = differences(before, this.editable(row));
      change.audit({ action: 'application.changed', subject: { type: 'application', id }, ...fields });
      return this.versioned(row);
    });
  }

  /** Replaces the secret; the former one stops working at once. `client_secret` is shown only here. @throws Problem (404, 409) */
  rollSecret(viewer: StaffViewer, id: number): Promise<object> {
    return this.work.change(viewer, async (change) => {
      const { confidential } = await change.lock(OidcApplication, id);
      if (!confidential) throw conflict('A public application has no secret.');
      const secret = newToken();
      await change.update(OidcApplication, id, { secretSealed: this.sealer.seal(secret) });
      const subject = { type: 'application', id } as const;
      change.audit({ action: 'application.secret_rolled', subject, after: { secret: 'changed' } });
      return { ...this.printed(await change.one(OidcApplication, id)), client_secret: secret };
    });
  }

  /**
   * Deletes an application with everything that members have allowed it. Their log-ins there end, and it receives their log-outs.
   * @throws Problem (404; 409 if a forum uses it)
   */
  remove(viewer: StaffViewer, id: number): Promise<void> {
    return this.work.change(viewer, async (change) => {
      const before = { ...this.printed(await change.lock(OidcApplication, id)) };
      const { fanclubId: fanclub, manager, statements } = change;
      // Log-ins there wait until it is deleted.
      await manager.findOneOrFail(OidcApplication, {
        where: { fanclubId: fanclub, id },
        lock: { mode: 'pessimistic_write' },
      });
      await statements.run(DETACH_LOG_INS, { fanclub, application: id, now: this.clock.now() });
      await change.remove(OidcApplication, id).catch(refuseUsed('This application'));
      change.audit({ action: 'application.deleted', subject: { type: 'application', id }, before });
    });
  }

  /** The applications that a member uses, the last used one first. */
  async ofMember(
    viewer: StaffViewer,
    customer: number,
    query: ListQuery,
  ): Promise<ListPage<ApplicationOfMember>> {
    const rows = await this.work.read(viewer, ({ statements, fanclubId: fanclub }) =>
      statements.rows(LIST_CONSENTS, { fanclub, customer }),
    );
    const printed = rows.map(({ applicationId, name, scopes, createdAt, lastUsedAt }) => ({
      id: applicationId,
      name,
      scopes: [...scopes],
      created_at: isoUtc(createdAt),
      last_used_at: isoUtc(lastUsedAt),
    }));
    return pageOf(printed, query, ({ name }) => [name]);
  }

  private printed(row: OidcApplication): ApplicationOfClub {
    return {
      ...this.editable(row),
      created_at: row.createdAt.toISOString(),
      last_used_at: row.lastUsedAt?.toISOString() ?? null,
    };
  }

  /** Without what changes by itself. */
  private editable(row: OidcApplication): Omit<ApplicationOfClub, 'created_at' | 'last_used_at'> {
    return {
      id: row.id,
      name: row.name,
      client_id: row.clientId,
      issuer: this.providers.issuer({ id: row.fanclubId }),
      confidential: row.confidential,
      first_party: row.firstParty,
      scopes: row.scopes,
      redirect_urls: row.redirectUrls,
      log_out_urls: row.logOutUrls,
      back_channel_log_out_url: row.backChannelLogOutUrl,
    };
  }

  private versioned(row: OidcApplication): StaffAnswer {
    return new StaffAnswer(this.printed(row), { etag: etagOf(this.editable(row)) });
  }
}

const isNarrowed = (before: Allowed, next: Allowed): boolean =>
  (before.first_party && !next.first_party) ||
  before.scopes.some((scope) => !withOpenid(next.scopes).includes(scope));

type Allowed = Pick<ApplicationOfClub, 'first_party' | 'scopes'>;

const withOpenid = (scopes: readonly Scope[]): Scope[] =>
  SCOPES.filter((scope) => scope === 'openid' || scopes.includes(scope));

/** @throws Problem (409) if another application has the name */
function refuseName(error: unknown): never {
  if (violatedUnique(error) === null) throw error;
  throw conflict('There is an application of this name already.');
}

/** @throws Problem (422) */
function refuseUrls(body: Partial<NewApplication>): void {
  const back = body.back_channel_log_out_url;
  const given = [
    ...(body.redirect_urls ?? []).map((url) => ({ field: 'redirect_urls', url })),
    ...(body.log_out_urls ?? []).map((url) => ({ field: 'log_out_urls', url })),
    ...(back === undefined || back === null ? [] : [{ field: 'back_channel_log_out_url', url: back }]),
  ];
  const faults = given.flatMap(({ field, url }) => {
    const fault = urlFault(url);
    return fault === null ? [] : [{ pointer: `#/${field}`, detail: fault }];
  });
  if (faults.length > 0) throw new Problem(PROBLEMS.invalid, { errors: faults });
}
