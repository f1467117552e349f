import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsOptional,
  IsString,
  Length,
  MaxLength,
} from 'class-validator';
import { IfGiven } from '#platform/staff';
import { MOST_URLS, type Scope, SCOPES } from '../../application.entity';

/** An address is checked by the service, which knows whether the machine is one of development. */
const MOST_CHARACTERS = 1_000;

export class NewApplication {
  /** Members read it. */
  @IsString() @Length(1, 100) name!: string;

  /** Whether it runs on a server and can keep a secret. It cannot be changed. */
  @IsBoolean() confidential!: boolean;

  /** Whether it is the fan club's own, so that members are not asked. */
  @IfGiven() @IsBoolean() first_party?: boolean;

  /** What it may ask for. `openid` is always included. */
  @IfGiven() @IsArray() @ArrayUnique() @IsIn(SCOPES, { each: true }) scopes?: Scope[];

  /** Where members return with a code: exact addresses. */
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MOST_URLS)
  @ArrayUnique()
  @IsString({ each: true })
  @MaxLength(MOST_CHARACTERS, { each: true })
  redirect_urls!: string[];

  /** Where members may return after a log-out that it begins. */
  @IfGiven()
  @IsArray()
  @ArrayMaxSize(MOST_URLS)
  @ArrayUnique()
  @IsString({ each: true })
  @MaxLength(MOST_CHARACTERS, { each: true })
  log_out_urls?: string[];

  /** Receives the end of each log-in. */
  @IsOptional() @IsString() @MaxLength(MOST_CHARACTERS) back_channel_log_out_url?: string | null;
}

/** What is left out stays as it is. */
export class ApplicationChange {
  @IfGiven() @IsString() @Length(1, 100) name?: string;
  @IfGiven() @IsBoolean() first_party?: boolean;
  @IfGiven() @IsArray() @ArrayUnique() @IsIn(SCOPES, { each: true }) scopes?: Scope[];

  @IfGiven()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MOST_URLS)
  @ArrayUnique()
  @IsString({ each: true })
  @MaxLength(MOST_CHARACTERS, { each: true })
  redirect_urls?: string[];

  @IfGiven()
  @IsArray()
  @ArrayMaxSize(MOST_URLS)
  @ArrayUnique()
  @IsString({ each: true })
  @MaxLength(MOST_CHARACTERS, { each: true })
  log_out_urls?: string[];

  @IsOptional() @IsString() @MaxLength(MOST_CHARACTERS) back_channel_log_out_url?: string | null;
}
