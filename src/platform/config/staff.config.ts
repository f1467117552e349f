import { IsIn, IsOptional } from 'class-validator';
import { limitOf, Limit, Url, urlsByCell, UrlsByCell, Whole } from './settings';

/** The variables of the people who run fan clubs. */
export class StaffEnv {
  /** Where staff reach their pages; it must be a host of its own. Default: below PUBLIC_URL. */
  @IsOptional() @Url('http', 'https') STAFF_URL?: string;

  /**
   * Where staff log in of the other cells, by number: `1=https://staff-1.example.com`. The app links there for fan clubs that have moved
   * ([several databases](../operations/cells.md#move-a-fan-club)).
   */
  @IsOptional() @UrlsByCell('http', 'https') STAFF_URLS?: string;

  /** Hours after which a session of staff ends, even if it is in use. */
  @Whole(1, 720) STAFF_SESSION_HOURS = 12;

  /** Minutes without a request after which a session of staff ends. */
  @Whole(1, 1440) STAFF_IDLE_MINUTES = 60;

  /** Minutes for which a proof of the second factor allows risky actions. */
  @Whole(1, 60) STAFF_PROOF_MINUTES = 10;

  /** Whether staff need a second factor. `optional` is refused if the address of staff begins with https. */
  @IsIn(['required', 'optional']) STAFF_SECOND_FACTOR: 'required' | 'optional' = 'required';

  /** Failed log-ins of staff in a row, by e-mail address and client network. */
  @Limit() LIMIT_STAFF_LOGIN_ROW = '10/900';

  /** Attempts of staff to log in, by e-mail address. */
  @Limit() LIMIT_STAFF_LOGIN = '100/900';

  /** Attempts of staff to log in, by client network. */
  @Limit() LIMIT_STAFF_NETWORK = '60/60';

  /** Texts of mails that are shown with sample data, mailed to oneself, or changed, and counts of what retention would remove, by person. */
  @Limit() LIMIT_STAFF_PREVIEW = '60/60';

  /** Requests of a program, by its key. */
  @Limit() LIMIT_STAFF_KEY = '600/60';

  /** Wrong codes after a right password, by person of the staff. */
  @Limit() LIMIT_STAFF_CODE = '10/900';

  /** Attempts to prove a factor again, by session of staff. */
  @Limit() LIMIT_STAFF_PROOF = '10/900';

  /** Invitations and links to set up log-in again that a person of the staff has mailed. */
  @Limit() LIMIT_STAFF_INVITATIONS = '20/3600';

  /** The same to one mailbox. */
  @Limit() LIMIT_STAFF_MAILBOX = '5/3600';

  /** How long the record of what staff did is kept. */
  @Whole(3, 120) STAFF_AUDIT_MONTHS = 24;
}

export type StaffConfig = ReturnType<typeof staffConfig>;

/** The people who run fan clubs. Lifetimes are in seconds. */
export const staffConfig = (env: StaffEnv) =>
  Object.freeze({
    /** Without trailing slash; null: below the public address. */
    url: env.STAFF_URL?.replace(/\/+$/, '') ?? null,
    /** Those of other cells, by number, without trailing slash. */
    urls: urlsByCell(env.STAFF_URLS),
    sessionLifetime: env.STAFF_SESSION_HOURS * 3600,
    idleLifetime: env.STAFF_IDLE_MINUTES * 60,
    proofLifetime: env.STAFF_PROOF_MINUTES * 60,
    needsSecondFactor: env.STAFF_SECOND_FACTOR === 'required',
    limits: Object.freeze({
      loginRow: limitOf(env.LIMIT_STAFF_LOGIN_ROW),
      login: limitOf(env.LIMIT_STAFF_LOGIN),
      network: limitOf(env.LIMIT_STAFF_NETWORK),
      preview: limitOf(env.LIMIT_STAFF_PREVIEW),
      key: limitOf(env.LIMIT_STAFF_KEY),
      code: limitOf(env.LIMIT_STAFF_CODE),
      proof: limitOf(env.LIMIT_STAFF_PROOF),
      invitations: limitOf(env.LIMIT_STAFF_INVITATIONS),
      mailbox: limitOf(env.LIMIT_STAFF_MAILBOX),
    }),
    auditMonths: env.STAFF_AUDIT_MONTHS,
  });
