import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsInt,
  IsOptional,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';

/** How a contest is closed. */
export class CloseBody {
  /** Which public value will be the public text of the draw, such as `Lotto of 22 Nov`. Absent or null: none is announced. */
  @IsOptional()
  @IsString({ message: 'must be a text' })
  @Matches(/^[^\r\n]*$/, { message: 'must be one line' })
  @MaxLength(200, { message: 'must not be longer than 200 characters' })
  beacon_source?: string | null;
}

/** A prize, and how many entries win it. */
export class PrizeBody {
  @IsString({ message: 'must be a text' })
  @Matches(/^(?=.*\S)[^\r\n]*$/, { message: 'must be one line, and not blank' })
  @MaxLength(200, { message: 'must not be longer than 200 characters' })
  name!: string;

  @IsInt({ message: 'must be a whole number' })
  @Min(1, { message: 'must be at least 1' })
  @Max(1_000, { message: 'must be at most 1000' })
  winners!: number;
}

/** How a contest is drawn. */
export class DrawBody {
  /** In order: the first prize takes the first ranks, each other prize the next ones. */
  @IsArray({ message: 'must be a list of prizes' })
  @ArrayMinSize(1, { message: 'must have a prize' })
  @ArrayMaxSize(20, { message: 'must have at most 20 prizes' })
  @ValidateNested({ each: true })
  @Type(() => PrizeBody)
  prizes!: PrizeBody[];

  /**
   * A text that nobody could know when the contest was closed, such as numbers of a lottery. Absent or null: none, which is refused
   * if closing the contest announced where it comes from.
   */
  @IsOptional()
  @IsString({ message: 'must be a text' })
  @Matches(/^[^\r\n]*$/, { message: 'must be one line' })
  @MaxLength(500, { message: 'must not be longer than 500 characters' })
  beacon?: string | null;

  /** Hours within which a winner confirms. Absent or null: 72. */
  @IsOptional()
  @IsInt({ message: 'must be a whole number' })
  @Min(1, { message: 'must be at least 1' })
  @Max(1_440, { message: 'must be at most 1440' })
  confirm_hours?: number | null;

  /** A time with its offset, after which no alternate is selected. Absent or null: as long as there are any. */
  @IsOptional()
  @IsString({ message: 'must be a time' })
  alternates_until?: string | null;
}

/** Why a winner loses the prize. */
export class ForfeitBody {
  @IsString({ message: 'must be a text' })
  @Matches(/\S/, { message: 'must not be blank' })
  @MaxLength(500, { message: 'must not be longer than 500 characters' })
  reason!: string;
}

/** An action that needs nothing else. */
export class NothingBody {}
