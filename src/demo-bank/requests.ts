import { plainToInstance, Type } from 'class-transformer';
import {
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsISO8601,
  IsObject,
  IsOptional,
  IsString,
  IsUrl,
  Matches,
  MaxLength,
  Min,
  ValidateNested,
  validateSync,
} from 'class-validator';
import { BankRefusal } from './ledger';
import type { Metadata } from './objects';

const LONGEST_TEXT = 500;
const PAGE_URL = { protocols: ['http', 'https'], require_protocol: true, require_tld: false };

/** Adds a customer. */
export class CustomerBody {
  @IsString() @MaxLength(LONGEST_TEXT) email!: string;
  @IsOptional() @IsString() @MaxLength(LONGEST_TEXT) name!: string | null;
}

class Line {
  @IsString() @MaxLength(LONGEST_TEXT) name!: string;
  @IsInt() @Min(0) amount!: number;
}

/** Opens a page. */
export class SessionBody {
  @IsIn(['payment', 'setup']) mode!: 'payment' | 'setup';
  @IsString() customer!: string;
  @IsInt() @Min(0) amount!: number;
  @Matches(/^[A-Z]{3}$/) currency!: string;
  @IsArray() @ValidateNested({ each: true }) @Type(() => Line) lines!: Line[];
  @IsString() @MaxLength(LONGEST_TEXT) description!: string;
  @IsBoolean() savesCard!: boolean;
  @IsUrl(PAGE_URL) returnUrl!: string;
  @IsUrl(PAGE_URL) cancelUrl!: string;
  @IsISO8601({ strict: true }) expiresAt!: string;
  @IsObject() metadata!: Metadata;
}

/** Charges a saved card. */
export class ChargeBody {
  @IsString() customer!: string;
  @IsString() card!: string;
  @IsInt() @Min(1) amount!: number;
  @Matches(/^[A-Z]{3}$/) currency!: string;
  @IsObject() metadata!: Metadata;
}

/** Refunds a payment, or a part of it. */
export class RefundBody {
  @IsString() payment!: string;
  @IsInt() @Min(1) amount!: number;
  @IsObject() metadata!: Metadata;
}

/** @throws BankRefusal if the body is not of the class, or has other fields */
export function checked<T extends object>(type: new () => T, body: unknown): T {
  const made = plainToInstance(type, body ?? {});
  const options = { whitelist: true, forbidNonWhitelisted: true, forbidUnknownValues: true };
  if (Array.isArray(made) || validateSync(made, options).length > 0) throw new BankRefusal('invalid_request');
  return made;
}
