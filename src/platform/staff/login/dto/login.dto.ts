import { Type } from 'class-transformer';
import {
  IsEmail,
  IsIn,
  IsObject,
  IsString,
  Length,
  MaxLength,
  MinLength,
  ValidateNested,
} from 'class-validator';
import { IfGiven } from '../../staff-body';
import { type Role, ROLES } from '../../permissions';

/** The shortest password of staff. */
const MIN_PASSWORD = 12;

export class PasswordLogin {
  @IsString() @MaxLength(254) email!: string;
  @IsString() @MaxLength(200) password!: string;
}

export class SecondFactor {
  /** From the step before. */
  @IsString() @MaxLength(4000) token!: string;
  /** Of the authenticator app, or a recovery code. */
  @IsString() @MaxLength(30) code!: string;
}

export class ProofCode {
  /** Of the authenticator app, or a recovery code. */
  @IsString() @MaxLength(30) code!: string;
}

export class PasskeyResponse {
  @IsString() @MaxLength(4000) token!: string;
  /** What the browser's passkey function returned. */
  @IsObject() response!: object;
}

export class LinkToken {
  /** The token in the link of the mail. */
  @IsString() @Length(43, 43) token!: string;
}

export class NewPassword {
  @IsString()
  @MinLength(MIN_PASSWORD)
  @MaxLength(128)
  password!: string;
}

/** An authenticator app that was set up: the token of the set-up and the app's first code. */
export class NewTotp {
  @IsString() @MaxLength(4000) token!: string;
  @IsString() @MaxLength(10) code!: string;
}

export class NewPasskeyBody extends PasskeyResponse {
  /** The person's name for it. */
  @IsString() @Length(1, 100) name!: string;
}

/** How somebody takes up an invitation: with a passkey, or with a password and an authenticator app. */
export class Acceptance extends LinkToken {
  @IfGiven() @IsString() @Length(1, 100) name?: string;
  @IfGiven() @ValidateNested() @Type(() => NewPasskeyBody) passkey?: NewPasskeyBody;
  @IfGiven() @IsString() @MinLength(MIN_PASSWORD) @MaxLength(128) password?: string;
  @IfGiven() @ValidateNested() @Type(() => NewTotp) totp?: NewTotp;
}

export class NewInvitation {
  @IsEmail({ require_tld: false }) @MaxLength(254) email!: string;
  @IsIn(ROLES) role!: Role;
}

export class NewRole {
  @IsIn(ROLES) role!: Role;
}
