import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { Passwords } from '#libs/password';
import { pointerTo, Problem } from '#libs/problem';
import { Sealer } from '#libs/sealed';
import { Config } from '#platform/config';
import type { Statements } from '#platform/database';
import type { NewPasskeyBody, NewTotp } from './dto/login.dto';
import {
  ADD_PASSKEY,
  REMOVE_PASSKEYS,
  REPLACE_RECOVERY_CODES,
  SET_FACTORS,
} from '../people/invitations.queries';
import { PasskeysService } from './passkeys.service';
import { newRecoveryCodes, recoveryCodeHash } from './recovery-codes';
import { PROBLEMS, invalidField } from '../staff-problems';
import { requireStrong } from './strong-password';
import { StepTokens } from './step-tokens';
import { newTotpSecret, totpStep, totpUri } from './totp';
import type { TotpSetup } from './dto/login.answers';

/** The ways to log in that a person sets up: a passkey, or a password with an authenticator app, or both. */
export interface ChosenFactors {
  readonly passkey?: NewPasskeyBody | undefined;
  readonly password?: string | undefined;
  readonly totp?: NewTotp | undefined;
}

const SET_UP = 'totp.set_up';

/** Sets up how staff log in. */
@Injectable()
export class FactorsService {
  constructor(
    private readonly passwords: Passwords,
    private readonly sealer: Sealer,
    private readonly clock: Clock,
    private readonly steps: StepTokens,
    private readonly passkeys: PasskeysService,
    private readonly config: Config,
  ) {}

  /** Begins the set-up of an authenticator app. */
  async beginTotp(email: string): Promise<TotpSetup> {
    const secret = newTotpSecret();
    // Loaded with the first app that is set up, because few servers ever draw one.
    const { default: QRCode } = await import('qrcode');
    const qr = await QRCode.toString(totpUri(secret, 'Fan club staff', email), { type: 'svg', margin: 1 });
    return { secret, qr, token: this.steps.seal(SET_UP, { secret, email }) };
  }

  /** The columns of an authenticator app that showed the right code. @throws Problem */
  finishTotp({ token, code }: NewTotp, email: string): { totpSealed: string; totpLastStep: number } {
    const facts = this.steps.open<{ secret: string; email: string }>(SET_UP, token);
    const step = totpStep(facts.secret, code, null, this.clock.now());
    if (facts.email !== email || step === null) {
      throw invalidField(pointerTo('totp', 'code'), 'is not the code that the app shows now');
    }
    return { totpSealed: this.sealer.seal(facts.secret), totpLastStep: step };
  }

  /**
   * Checks the factors that a new person chose. Call it before the transaction, because hashing is slow.
   * @returns the function that stores it and returns the recovery codes, to be shown once; null without an authenticator app
   * @throws Problem if it is not enough to log in, or the password is easy to guess
   */
  async prepare(
    person: { email: string; name: string; network: string },
    { passkey, password, totp }: ChosenFactors,
  ): Promise<(tx: Statements, staffId: number) => Promise<string[] | null>> {
    const byPassword = password !== undefined && (totp !== undefined || !this.config.staff.needsSecondFactor);
    if (!passkey && !byPassword) {
      throw new Problem(PROBLEMS.invalid, {
        detail: 'Please set up a passkey, or a password together with an authenticator app.',
      });
    }
    if (password !== undefined) await requireStrong(password, person);
    const key = passkey && {
      ...(await this.passkeys.finishRegistration(passkey.token, null, passkey.response)),
      name: passkey.name,
    };
    const app = totp && this.finishTotp(totp, person.email);
    const passwordHash = password === undefined ? null : await this.passwords.hash(password, person.network);
    return async (tx, staff) => {
      await tx.run(REMOVE_PASSKEYS, { staff });
      const { totpSealed = null, totpLastStep = null } = app ?? {};
      await tx.run(SET_FACTORS, { staff, passwordHash, totpSealed, totpLastStep });
      if (key) await tx.run(ADD_PASSKEY, { staff, ...key });
      await tx.run(REPLACE_RECOVERY_CODES, { staff, hashes: [] });
      return app ? this.renewRecoveryCodes(tx, staff) : null;
    };
  }

  /** Replaces the recovery codes, which stand in for the authenticator app. Returns the new ones, which are not stored in clear. */
  async renewRecoveryCodes(tx: Statements, staff: number): Promise<string[]> {
    const codes = newRecoveryCodes();
    await tx.run(REPLACE_RECOVERY_CODES, { staff, hashes: codes.map(recoveryCodeHash) });
    return codes;
  }
}
