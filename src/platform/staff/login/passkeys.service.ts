import { Injectable } from '@nestjs/common';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { Clock, secondsAfter } from '#libs/clock';
import { Problem } from '#libs/problem';
import { hashToken } from '#libs/token';
import { ownOrigins } from '#platform/access';
import { Config } from '#platform/config';
import { Sql, type Statements } from '#platform/database';
import { PROBLEMS } from '../staff-problems';
import { FIND_PASSKEY, PASSKEYS_OF_STAFF, USE_CHALLENGE, USE_PASSKEY } from '../people/staff.queries';
import { STEP_LIFETIME, StepTokens } from './step-tokens';
import type { PasskeyStep } from './dto/login.answers';

/** A passkey to be stored; see `StaffPasskey`. */
export interface NewPasskey {
  readonly credential: string;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: string[];
}

interface Challenge {
  readonly challenge: string;
  /** Null: any person. */
  readonly staffId: number | null;
}

const REGISTER = 'passkey.register';
const LOG_IN = 'passkey.log_in';

/** Loaded at the first use of a passkey: its nearly 300 modules would delay the start. */
const webauthn = () => import('@simplewebauthn/server');

/** Passkeys with user verification, which are both factors in one. */
@Injectable()
export class PasskeysService {
  private readonly origins: string[];
  private readonly rpId: string;

  constructor(
    private readonly sql: Sql,
    private readonly clock: Clock,
    private readonly steps: StepTokens,
    { staff, publicUrl }: Config,
  ) {
    const url = staff.url ?? publicUrl;
    this.origins = ownOrigins(url);
    this.rpId = new URL(url).hostname;
  }

  /** Begins the registration of a passkey. @param staffId null for a person who is not stored yet */
  async beginRegistration(
    person: { email: string; name: string },
    staffId: number | null,
  ): Promise<PasskeyStep<PublicKeyCredentialCreationOptionsJSON>> {
    const known = staffId === null ? [] : await this.sql.rows(PASSKEYS_OF_STAFF, { staff: staffId });
    const { generateRegistrationOptions } = await webauthn();
    const options = await generateRegistrationOptions({
      rpName: 'Fan club staff',
      rpID: this.rpId,
      userName: person.email,
      userDisplayName: person.name,
      attestationType: 'none',
      excludeCredentials: known.map(({ credential, transports }) => ({
        id: credential,
        transports: [...transports],
      })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const facts: Challenge = { challenge: options.challenge, staffId };
    return { options, token: this.steps.seal(REGISTER, facts) };
  }

  /** The registered passkey. @throws Problem if the response is not valid, or not of this person's step */
  async finishRegistration(token: string, staffId: number | null, response: object): Promise<NewPasskey> {
    const facts = this.steps.open<Challenge>(REGISTER, token);
    if (facts.staffId !== staffId) throw refused();
    const { verifyRegistrationResponse } = await webauthn();
    const verified = await verifyRegistrationResponse({
      response: response as RegistrationResponseJSON,
      expectedChallenge: facts.challenge,
      expectedOrigin: this.origins,
      expectedRPID: this.rpId,
      requireUserVerification: true,
    }).catch(() => null);
    if (!verified?.verified) throw refused();
    const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential;
    return { credential: id, publicKey: Buffer.from(publicKey), counter, transports: [...transports] };
  }

  /** Begins a log-in, or a proof. @param staffId whose passkeys may be used; null: anybody's */
  async beginLogin(staffId: number | null): Promise<PasskeyStep<PublicKeyCredentialRequestOptionsJSON>> {
    const known = staffId === null ? [] : await this.sql.rows(PASSKEYS_OF_STAFF, { staff: staffId });
    const { generateAuthenticationOptions } = await webauthn();
    const options = await generateAuthenticationOptions({
      rpID: this.rpId,
      userVerification: 'required',
      allowCredentials: known.map(({ credential, transports }) => ({
        id: credential,
        transports: [...transports],
      })),
    });
    const facts: Challenge = { challenge: options.challenge, staffId };
    return { options, token: this.steps.seal(LOG_IN, facts) };
  }

  /**
   * The id of the person whose passkey answered. The counter of a passkey must not go back: that would reveal a copy.
   * @throws Problem
   */
  async finishLogin(
    tx: Statements,
    token: string,
    staffId: number | null,
    response: object,
  ): Promise<number> {
    const facts = this.steps.open<Challenge>(LOG_IN, token);
    if (facts.staffId !== staffId) throw refused();
    const sent = response as AuthenticationResponseJSON;
    const passkey =
      typeof sent.id === 'string' ? await tx.first(FIND_PASSKEY, { credential: sent.id }) : null;
    if (!passkey || (staffId !== null && passkey.staffId !== staffId)) throw refused();
    const { verifyAuthenticationResponse } = await webauthn();
    const verified = await verifyAuthenticationResponse({
      response: sent,
      expectedChallenge: facts.challenge,
      expectedOrigin: this.origins,
      expectedRPID: this.rpId,
      requireUserVerification: true,
      credential: {
        id: sent.id,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: passkey.counter,
        transports: [...passkey.transports],
      },
    }).catch(() => null);
    if (!verified?.verified) throw refused();
    const counter = verified.authenticationInfo.newCounter;
    // A replayed response is refused, also for passkeys without a counter.
    const challenge = {
      digest: hashToken(facts.challenge),
      until: secondsAfter(this.clock.now(), STEP_LIFETIME),
    };
    if ((await tx.run(USE_CHALLENGE, challenge)) === 0) throw refused();
    const used = await tx.run(USE_PASSKEY, { passkey: passkey.id, counter, now: this.clock.now() });
    if (used === 0) throw refused();
    return passkey.staffId;
  }
}

const refused = (): Problem =>
  new Problem(PROBLEMS.loginFailed, { detail: 'The passkey was not accepted. Please try again.' });
