import { IsIn, IsOptional, IsString, Length, Matches } from 'class-validator';
import { REFUND_EFFECTS, type RefundEffect } from '../../refunds/refund.entity';

/** A refund of an order. */
export class RefundBody {
  /** A decimal string such as `12.50`. Absent or null: all that has not been refunded. */
  @IsOptional()
  @Matches(/^(0|[1-9]\d{0,9})(\.\d{1,2})?$/, { message: 'must be an amount such as 12.50' })
  amount?: string | null;

  /** Stored with the refund and in the audit. The buyer does not see it. */
  @IsString()
  @Length(1, 500)
  reason!: string;

  /** The effect on the membership. */
  @IsIn(REFUND_EFFECTS)
  effect!: RefundEffect;
}

/** Marks a problem as resolved. */
export class ResolveBody {
  /** What was done about it. */
  @IsString()
  @Length(1, 500)
  note!: string;
}
