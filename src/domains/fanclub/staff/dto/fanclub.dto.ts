import { IsBoolean, IsOptional, IsString, Length, Matches, MaxLength, ValidateIf } from 'class-validator';
import { OWN_TEXT_LIMITS } from '#platform/mail';
import { IfGiven } from '#platform/staff';

export class OriginBody {
  /** Scheme, host and port of a website: `https://fans.example`. */
  @IsString() @MaxLength(300) origin!: string;
}

export class NewHost {
  /** A host name without scheme and port: `fans.example.com`. */
  @IsString() @MaxLength(300) host!: string;
}

export class NewKey {
  /** What the key is for. */
  @IsString() @Length(1, 100) name!: string;
}

const ISSUER = /^https?:\/\/[\w.:[\]-]+(\/[\w./~-]*)?$/;
const NO_ISSUER = 'must be an address without query, such as https://accounts.google.com';

const hasIssuer = ({ issuer, label }: NewLoginProvider): boolean => (issuer ?? label ?? null) !== null;
const isApple = (body: NewLoginProvider): boolean =>
  (body.apple_team_id ?? body.apple_key_id ?? null) !== null;

export class NewLoginProvider {
  /** Part of addresses and of the names of fields: `social`. */
  @Matches(/^[a-z][a-z0-9_]{0,49}$/, { message: 'must be a word of small letters, digits and _' })
  name!: string;

  @IsString() @Length(1, 200) app_id!: string;

  /** Never shown again. For Apple: the text of the key file (`.p8`). */
  @IsString() @Length(1, 4000) secret!: string;

  @IsOptional() @IsString() @Length(1, 2000) login_path?: string | null;
  @IfGiven() @IsBoolean() enabled?: boolean;

  /** The issuer of OpenID Connect: `https://accounts.google.com`. Null: the provider signs requests to the API. */
  @IsOptional() @Matches(ISSUER, { message: NO_ISSUER }) issuer?: string | null;

  /** What the button says: “Continue with …”. Needed with an issuer. */
  @ValidateIf(hasIssuer) @IsString() @Length(1, 50) label?: string | null;

  /** Only for Apple, with `apple_key_id`: the team and the key of the developer account. */
  @ValidateIf(isApple)
  @Matches(/^[A-Z0-9]{10}$/, { message: 'must have 10 capital letters and digits' })
  apple_team_id?: string | null;

  @ValidateIf(isApple)
  @Matches(/^[A-Z0-9]{10}$/, { message: 'must have 10 capital letters and digits' })
  apple_key_id?: string | null;
}

/** What is left out stays as it is. */
export class LoginProviderChange {
  @IfGiven() @IsString() @Length(1, 200) app_id?: string;
  @IfGiven() @IsString() @Length(1, 4000) secret?: string;
  /** Only of a provider with an issuer, which cannot be changed. */
  @IfGiven() @IsString() @Length(1, 50) label?: string;
  @IsOptional() @IsString() @Length(1, 2000) login_path?: string | null;
  @IfGiven() @IsBoolean() enabled?: boolean;
}

const LIMITS = OWN_TEXT_LIMITS.request;

/** Texts of a mail as templates. Null: the default; what is left out stays as it is. */
export class MailTexts {
  @IsOptional() @IsString() @Length(1, LIMITS.subject) subject?: string | null;
  @IsOptional() @IsString() @Length(1, LIMITS.text) text?: string | null;
  @IsOptional() @IsString() @Length(1, LIMITS.html) html?: string | null;
}
