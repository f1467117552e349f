import {
  COUNT,
  FLAG,
  ID,
  INSTANT,
  JSON_VALUE,
  listOf,
  orNull,
  type Schema,
  Shaped,
  TEXT,
} from '#platform/reference';
import { PERMISSION, REACH } from '../../access-shapes';
import type { Permission, Reach } from '../../permissions';

export class OrganizationOfClub {
  @Shaped(ID) id!: number;
  @Shaped(TEXT) name!: string;
}

const PERMISSIONS: Schema = {
  type: 'object',
  description: 'What the person may do there, and how far.',
  propertyNames: PERMISSION,
  additionalProperties: REACH,
};

/** A fan club in which the person works. */
export class ClubOfStaff {
  @Shaped(ID) id!: number;
  @Shaped(TEXT) name!: string;
  @Shaped(TEXT, { description: 'IANA name.' }) time_zone!: string;
  @Shaped(TEXT, { description: 'ISO 4217; the currency of its amounts.' }) currency!: string;
  @Shaped(OrganizationOfClub) organization!: OrganizationOfClub;
  @Shaped(PERMISSIONS) permissions!: Partial<Record<Permission, Reach>>;
}

/** A fan club of the person that another cell serves. */
export class MovedClub {
  @Shaped(ID) id!: number;
  @Shaped(TEXT) name!: string;
  @Shaped(TEXT, { description: 'The cell: `cell 1`.' }) moved_to!: string;
  @Shaped(orNull(TEXT), { description: 'Where staff log in there; null if this service does not know.' })
  url!: string | null;
}

/** The logged-in person. */
export class Me {
  @Shaped(ID) id!: number;
  @Shaped(TEXT) email!: string;
  @Shaped(TEXT) name!: string;
  @Shaped(INSTANT, { description: 'When the person last proved a factor.' }) proved_at!: string;
  @Shaped([ClubOfStaff]) clubs!: readonly ClubOfStaff[];
  @Shaped([MovedClub], { description: 'Fan clubs that have moved to another cell.' })
  moved!: readonly MovedClub[];
}

export class OwnPasskey {
  @Shaped(ID) id!: number;
  @Shaped(TEXT, { description: 'The person’s name for it.' }) name!: string;
  @Shaped(INSTANT) created_at!: Date;
  @Shaped(orNull(INSTANT)) last_used_at!: Date | null;
}

export class OwnSession {
  @Shaped(ID) id!: number;
  @Shaped(TEXT) browser!: string;
  @Shaped(INSTANT) began_at!: Date;
  @Shaped(INSTANT) last_seen_at!: Date;
  @Shaped(FLAG, { description: 'Whether it is the session of the request.' }) present!: boolean;
}

/** How a person logs in, and where they are logged in. */
export class OwnFactors {
  @Shaped(FLAG) has_password!: boolean;
  @Shaped(FLAG) has_totp!: boolean;
  @Shaped(COUNT) recovery_codes_left!: number;
  @Shaped([OwnPasskey]) passkeys!: readonly OwnPasskey[];
  @Shaped([OwnSession]) sessions!: readonly OwnSession[];
}

/** What an authenticator app reads, and the token that must come back with its first code. */
export class TotpSetup {
  @Shaped(TEXT, { description: 'Base32, for typing it.' }) secret!: string;
  @Shaped(TEXT, { description: 'The QR code as an SVG document.' }) qr!: string;
  @Shaped(TEXT) token!: string;
}

/** The options for the browser, and the token that must come back with its response. */
export class PasskeyStep<Options extends object = object> {
  @Shaped({
    type: 'object',
    additionalProperties: JSON_VALUE,
    description: 'For the browser’s passkey function.',
  })
  options!: Options;
  @Shaped(TEXT) token!: string;
}

/** The outcome of the first step by password. */
export class PasswordStep {
  @Shaped(orNull(TEXT), { description: 'For the second step. Null: the person is logged in.' })
  token!: string | null;
}

/** Shown only once. */
export class RecoveryCodes {
  @Shaped(listOf(TEXT)) recovery_codes!: readonly string[];
}
