import { IsBoolean, IsOptional, IsString, Length, Matches, MaxLength } from 'class-validator';
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

export class NewLoginProvider {
  /** Part of addresses and of the names of fields: `social`. */
  @Matches(/^[a-z][a-z0-9_]{0,49}$/, { message: 'must be a word of small letters, digits and _' })
  name!: string;

  @IsString() @Length(1, 200) app_id!: string;

  /** Never shown again. */
  @IsString() @Length(1, 500) secret!: string;

  @IsOptional() @IsString() @Length(1, 2000) login_path?: string | null;
  @IfGiven() @IsBoolean() enabled?: boolean;
}

/** What is left out stays as it is. */
export class LoginProviderChange {
  @IfGiven() @IsString() @Length(1, 200) app_id?: string;
  @IfGiven() @IsString() @Length(1, 500) secret?: string;
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
