import {
  ArrayMaxSize,
  ArrayNotEmpty,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsInt,
  IsISO8601,
  IsString,
  Length,
  Max,
  Min,
} from 'class-validator';
import { IfGiven } from '#platform/staff';

export class NewEndpoint {
  @IsString() @Length(1, 100) name!: string;
  /** `https://…`, reachable from the internet. */
  @IsString() @Length(1, 2000) url!: string;
  @IsArray() @ArrayNotEmpty() @ArrayUnique() @ArrayMaxSize(100) @IsString({ each: true }) types!: string[];
  /** Whether it gets names, addresses and birth dates. */
  @IfGiven() @IsBoolean() personal?: boolean;
}

/** What is left out stays as it is. */
export class EndpointChange {
  @IfGiven() @IsString() @Length(1, 100) name?: string;
  @IfGiven() @IsString() @Length(1, 2000) url?: string;
  @IfGiven()
  @IsArray()
  @ArrayNotEmpty()
  @ArrayUnique()
  @ArrayMaxSize(100)
  @IsString({ each: true })
  types?: string[];
  @IfGiven() @IsBoolean() personal?: boolean;
  /** False: nothing is sent, and messages wait. */
  @IfGiven() @IsBoolean() enabled?: boolean;
}

/** How long the former secret goes on to sign. */
export class SecretRoll {
  /** Hours; 24 if absent. */
  @IfGiven() @IsInt() @Min(0) @Max(168) hours?: number;
}

/** The messages of a time, by when they happened. */
export class ReplayPeriod {
  /** An instant with a time zone: `2026-06-15T12:00:00Z`. The first of the period. */
  @IsISO8601({ strict: true }) from!: string;
  /** The first after the period. */
  @IsISO8601({ strict: true }) to!: string;
}
