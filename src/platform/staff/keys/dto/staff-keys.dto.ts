import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsISO8601,
  IsString,
  Length,
} from 'class-validator';
import { ID, INSTANT, listOf, orNull, Shaped, TEXT } from '#platform/reference';
import { PERMISSION } from '../../access-shapes';
import type { Permission } from '../../permissions';

/** A key to make. */
export class NewStaffKey {
  /** What the key is for. The record of changes names it. */
  @IsString() @Length(1, 100) name!: string;

  /** The permissions that the key has; see `GET …/program_keys/scopes`. */
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(100)
  @ArrayUnique()
  @IsString({ each: true })
  scopes!: string[];

  /** When the key ends; at most 365 days from now. */
  @IsISO8601({ strict: true }) @Length(10, 40) expires_at!: string;
}

/** A key without its secret part. */
export class IssuedStaffKey {
  @Shaped(ID) id!: number;
  @Shaped(TEXT) name!: string;
  @Shaped(TEXT, { description: 'Its first characters.' }) prefix!: string;
  @Shaped(listOf(PERMISSION)) scopes!: readonly Permission[];
  @Shaped(ID, { description: 'The person who made it. The key never reaches further than this person does.' })
  staff_id!: number;
  @Shaped(INSTANT) created_at!: string;
  @Shaped(INSTANT) expires_at!: string;
  @Shaped(orNull(INSTANT), { description: 'Up to a minute late. Null: not used.' })
  last_used_at!: string | null;
  @Shaped(orNull(INSTANT)) revoked_at!: string | null;
}

/** A key that was just made. */
export class MadeStaffKey extends IssuedStaffKey {
  @Shaped(TEXT, { description: 'The whole key, which is shown only here.' }) key!: string;
}

/** The permissions that the person can give to a key. */
export class KeyScopes {
  @Shaped(listOf(PERMISSION)) scopes!: readonly Permission[];
}
