import {
  ArrayMaxSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Length,
  Matches,
  Max,
  Min,
} from 'class-validator';
import { CODE_KINDS, type CodeKind, type Discount, DISCOUNTS } from '../../redeem-code.entity';

/** The most codes of a batch. */
export const MOST_CODES = 5_000;

/** A new batch of codes. */
export class NewRedeemBatch {
  /** For staff: where the codes go. */
  @IsString()
  @Length(1, 100)
  name!: string;

  @IsIn(CODE_KINDS)
  kind!: CodeKind;

  /** How many codes. */
  @IsInt()
  @Min(1)
  @Max(MOST_CODES)
  count!: number;

  /** The ids of the plans: of a gift exactly one; of a coupon those to which it applies, none for all. */
  @IsArray()
  @ArrayMaxSize(200)
  @ArrayUnique()
  @IsInt({ each: true })
  @Min(1, { each: true })
  plans!: number[];

  /** Of a coupon only: what `value` means. */
  @IsOptional()
  @IsIn(DISCOUNTS)
  discount?: Discount | null;

  /** Of a coupon only: an amount in the fan club's currency, or a percentage. */
  @IsOptional()
  @Matches(/^(0|[1-9]\d{0,9})(\.\d{1,2})?$/, { message: 'must be a number such as 12.50' })
  value?: string | null;

  /** Whether shipping is free. */
  @IsBoolean()
  covers_shipping!: boolean;

  /** Of a coupon only: whether only members without an earlier order can use it. */
  @IsOptional()
  @IsBoolean()
  first_order_only?: boolean | null;

  /** Of a coupon only: how often each code can be used. Absent or null: no limit. */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(1_000_000)
  max_uses?: number | null;

  /** Of a coupon only: how often one member can use codes of the batch. Absent or null: no limit. */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(1_000_000)
  max_per_member?: number | null;

  /** How often all codes of the batch together can be used. Absent or null: no limit. */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(1_000_000)
  capacity?: number | null;

  /** A time with its offset. Absent or null: valid at once. */
  @IsOptional()
  @IsString()
  starts_at?: string | null;

  /** A time with its offset. Absent or null: no end. */
  @IsOptional()
  @IsString()
  ends_at?: string | null;
}

/** An action that needs nothing else. */
export class NothingBody {}
