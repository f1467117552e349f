import { Type } from 'class-transformer';
import { ArrayUnique, IsArray, IsInt, IsOptional, Matches, ValidateNested } from 'class-validator';
import { AMOUNT } from './amount';

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
