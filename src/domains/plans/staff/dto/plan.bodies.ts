import { Type } from 'class-transformer';
import {
  ArrayNotEmpty,
  ArrayUnique,
  IsArray,
  IsInt,
  IsOptional,
  Matches,
  ValidateNested,
  IsString,
} from 'class-validator';

/** A decimal amount with at most two decimals, as the catalogue accepts it. */
export const AMOUNT = /^(0|[1-9]\d{0,9})(\.\d{1,2})?$/;

/** An upgrade that can be bought. */
export class UpgradeBody {
  @IsInt({ message: 'must be the id of a plan' })
  from!: number;

  @IsInt({ message: 'must be the id of a plan' })
  to!: number;

  /** A decimal amount. Null or absent: the difference of the two prices. */
  @IsOptional()
  @Matches(AMOUNT, { message: 'must be an amount such as "50.00"' })
  price?: string | null;
}

/** All upgrades of a fan club. Those that are missing can no longer be bought. */
export class UpgradeMatrixBody {
  @IsArray({ message: 'must be a list' })
  @ArrayUnique(({ from, to }: UpgradeBody) => `${from} ${to}`, { message: 'must name each pair once' })
  @ValidateNested({ each: true })
  @Type(() => UpgradeBody)
  upgrades!: UpgradeBody[];
}

/** A plan that is copied into the next sales period. */
export class CopiedPlanBody {
  @IsInt({ message: 'must be the id of a plan' })
  id!: number;

  /** A decimal amount, as in the catalogue. */
  @Matches(AMOUNT, { message: 'must be an amount such as "50.00"' })
  price!: string;

  /** The name of the copy. Absent: the name of the plan, in which that of the new period replaces that of the former one. */
  @IsOptional()
  @IsString({ message: 'must be a text' })
  title?: string;
}

/** The plans of a sales period that are published. */
export class PublishedPlansBody {
  @IsInt({ each: true, message: 'must be the id of a plan' })
  @ArrayUnique({ message: 'must name each plan once' })
  @ArrayNotEmpty({ message: 'must name a plan' })
  @IsArray({ message: 'must be a list' })
  plans!: number[];
}

/** The next sales period, with the plans to copy into it. Its own fields are checked as those of a period. */
export class NextPeriodBody {
  @IsString({ message: 'must be a text' })
  name!: string;

  @IsString({ message: 'must be a time' })
  starts_at!: string;

  @IsString({ message: 'must be a time' })
  ends_at!: string;

  @IsOptional()
  @IsString({ message: 'must be a time' })
  extended_until?: string;

  @IsArray({ message: 'must be a list' })
  @ArrayUnique(({ id }: CopiedPlanBody) => id, { message: 'must name each plan once' })
  @ValidateNested({ each: true })
  @Type(() => CopiedPlanBody)
  plans!: CopiedPlanBody[];
}
