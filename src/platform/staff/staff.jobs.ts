import { Injectable } from '@nestjs/common';
import { Config } from '#platform/config';
import { statement, types } from '#platform/database';
import { deletionOf, Job, type JobRun, NIGHTLY, purge } from '#platform/jobs';
import { notHeldSql } from '#platform/tenants/fanclub.entity';

/** Deletes answers that are too old to be repeated. */
export const PURGE_REQUESTS = statement('staff_requests.purge', {
  params: { limit: types.bigint },
  text: deletionOf('staff_requests', `created_at < now() - interval '1 day'`, 'created_at'),
});

/** Deletes past hours: only the current hour prevents a second audit. */
export const PURGE_READS = statement('staff_reads.purge', {
  params: { limit: types.bigint },
  text: `
    DELETE FROM staff_reads WHERE ctid IN (
      SELECT ctid FROM staff_reads WHERE hour < now() - interval '1 day' AND ${notHeldSql('fanclub_id')}
      ORDER BY hour LIMIT $limit)`,
});

/** Deletes old rows from the beginnings of the chains. The function belongs to the owner of the tables. */
export const PURGE_AUDITS = statement('staff_audits.purge', {
  params: { limit: types.integer, months: types.integer },
  text: 'SELECT FROM purge_staff_audits($limit, $months)',
});

/** Deletes counters whose window is over. */
export const PURGE_LIMITS = statement('staff_limits.purge', {
  params: { limit: types.bigint },
  text: `
    DELETE FROM staff_limits WHERE ctid IN (
      SELECT ctid FROM staff_limits WHERE ends_at < now() ORDER BY ends_at LIMIT $limit)`,
});

/** Deletes links that no longer work, with the addresses to which they went. */
export const PURGE_LINKS = statement('staff_tokens.purge', {
  params: { limit: types.bigint },
  text: deletionOf('staff_tokens', `expires_at < now() AND ${notHeldSql('fanclub_id')}`, 'expires_at'),
});

/** Deletes sessions that ended long ago. Until then they show when a person was last logged in. */
export const PURGE_SESSIONS = statement('staff_sessions.purge', {
  params: { limit: types.bigint },
  text: deletionOf('staff_sessions', `expires_at < now() - interval '90 days'`, 'expires_at'),
});

/** Deletes keys of programs a year after their end. Until then they show what they were for. */
export const PURGE_KEYS = statement('staff_api_keys.purge', {
  params: { limit: types.bigint },
  text: deletionOf(
    'staff_api_keys',
    `expires_at < now() - interval '1 year' AND ${notHeldSql('fanclub_id')}`,
    'expires_at',
  ),
});

/** Purges unused rows, and the record of changes after its retention. */
@Injectable()
export class StaffJobs {
  constructor(private readonly config: Config) {}

  @Job('staff_audits.purge', NIGHTLY)
  purgeAudits({ db, signal }: JobRun): Promise<number> {
    const months = this.config.staff.auditMonths;
    return purge(signal, (limit) => db.run(PURGE_AUDITS, { limit, months }));
  }

  @Job('staff_limits.purge', NIGHTLY)
  purgeLimits({ db, signal }: JobRun): Promise<number> {
    return purge(signal, (limit) => db.run(PURGE_LIMITS, { limit }));
  }

  @Job('staff_tokens.purge', NIGHTLY)
  purgeLinks({ db, signal }: JobRun): Promise<number> {
    return purge(signal, (limit) => db.run(PURGE_LINKS, { limit }));
  }

  @Job('staff_sessions.purge', NIGHTLY)
  purgeSessions({ db, signal }: JobRun): Promise<number> {
    return purge(signal, (limit) => db.run(PURGE_SESSIONS, { limit }));
  }

  @Job('staff_api_keys.purge', NIGHTLY)
  purgeKeys({ db, signal }: JobRun): Promise<number> {
    return purge(signal, (limit) => db.run(PURGE_KEYS, { limit }));
  }

  @Job('staff_requests.purge', NIGHTLY)
  purgeRequests({ db, signal }: JobRun): Promise<number> {
    return purge(signal, (limit) => db.run(PURGE_REQUESTS, { limit }));
  }

  @Job('staff_reads.purge', NIGHTLY)
  purgeReads({ db, signal }: JobRun): Promise<number> {
    return purge(signal, (limit) => db.run(PURGE_READS, { limit }));
  }
}
