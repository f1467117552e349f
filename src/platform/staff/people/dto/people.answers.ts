import { FLAG, ID, INSTANT, listOf, orNull, Shaped, TEXT } from '#platform/reference';
import { ROLE } from '../../access-shapes';
import { PasskeyStep, TotpSetup } from '../../login/dto/login.answers';
import type { Role } from '../../permissions';

/** A person with a role. */
export class Colleague {
  @Shaped(ID, { description: 'Of the role.' }) id!: number;
  @Shaped(ID, { description: 'Of the person.' }) staff_id!: number;
  @Shaped(TEXT) email!: string;
  @Shaped(TEXT) name!: string;
  @Shaped(ROLE) role!: Role;
  @Shaped(FLAG, { description: 'Whether the role is for all fan clubs of the organization.' })
  whole_organization!: boolean;
  @Shaped(orNull(INSTANT)) last_seen_at!: string | null;
  @Shaped(orNull(INSTANT)) disabled_at!: string | null;
}

/** An invitation that can still be taken up. */
export class Invitation {
  @Shaped(ID) id!: number;
  @Shaped(TEXT) email!: string;
  @Shaped(ROLE) role!: Role;
  @Shaped(INSTANT) expires_at!: string;
}

/** What the page behind a mailed link shows, and what it needs to set up ways to log in. */
export class OpenedLink {
  @Shaped({ type: 'string', enum: ['invite', 'reset'] }) purpose!: 'invite' | 'reset';
  @Shaped(TEXT) email!: string;
  @Shaped(TEXT) organization!: string;
  @Shaped(orNull(TEXT), { description: 'Null: all fan clubs of the organization.' }) fanclub!: string | null;
  @Shaped(ROLE) role!: Role;
  @Shaped(FLAG, { description: 'Whether the person is on the staff already and only needs to log in.' })
  known!: boolean;
  @Shaped(PasskeyStep) passkey!: PasskeyStep;
  @Shaped(TotpSetup) totp!: TotpSetup;
}

/** The outcome of an invitation or reset. */
export class AcceptedLink {
  @Shaped(orNull(listOf(TEXT)), { description: 'Shown only here. Null: the person has other ones already.' })
  recovery_codes!: readonly string[] | null;
}
