import { COUNT, FLAG, ID, INSTANT, listOf, MONEY, orNull, Shaped, TEXT } from '#platform/reference';
import {
  CODE_KINDS,
  type CodeKind,
  type Discount,
  DISCOUNTS,
  USE_STATES,
  type UseState,
} from '../../redeem-code.entity';

/** Codes that were made together. The codes themselves are only in the export. */
export class RedeemBatchOfClub {
  @Shaped(ID) id!: number;
  @Shaped(TEXT) name!: string;
  @Shaped({ type: 'string', enum: [...CODE_KINDS] }) kind!: CodeKind;
  @Shaped(listOf(ID), { description: 'The plan of a gift, or those of a coupon; empty: all.' })
  plans!: readonly number[];
  @Shaped(orNull({ type: 'string', enum: [...DISCOUNTS] }), { description: 'Null: a gift.' })
  discount!: Discount | null;
  @Shaped(orNull(MONEY), { description: 'An amount, or a percentage. Null: a gift.' }) value!: string | null;
  @Shaped(TEXT) currency!: string;
  @Shaped(FLAG) covers_shipping!: boolean;
  @Shaped(FLAG) first_order_only!: boolean;
  @Shaped(orNull(COUNT), { description: 'Of each code. Null: no limit.' }) max_uses!: number | null;
  @Shaped(orNull(COUNT), { description: 'Null: no limit.' }) max_per_member!: number | null;
  @Shaped(orNull(COUNT), { description: 'Of all codes together, held and used. Null: no limit.' })
  capacity!: number | null;
  @Shaped(orNull(INSTANT)) starts_at!: string | null;
  @Shaped(orNull(INSTANT)) ends_at!: string | null;
  @Shaped(INSTANT) created_at!: string;
  @Shaped(orNull(INSTANT), { description: 'Null: the codes can be exported.' }) exported_at!: string | null;
  @Shaped(orNull(INSTANT)) voided_at!: string | null;
  @Shaped(FLAG, {
    description: 'Members bought its codes as gifts. It can be neither exported nor voided as a whole.',
  })
  sold!: boolean;
  @Shaped(COUNT) codes!: number;
  @Shaped(COUNT, { description: 'Codes that staff have voided.' }) voided!: number;
  @Shaped(COUNT, { description: 'Uses by orders that wait for their payment.' }) held!: number;
  @Shaped(COUNT, { description: 'Uses by settled orders.' }) used!: number;
}

/** A code, without its text. */
export class RedeemCodeOfClub {
  @Shaped(ID) id!: number;
  @Shaped(ID) batch!: number;
  @Shaped(COUNT) held!: number;
  @Shaped(COUNT) used!: number;
  @Shaped(orNull(COUNT)) max_uses!: number | null;
  @Shaped(orNull(INSTANT)) voided_at!: string | null;
}

/** An order that uses a code. */
export class RedeemUseOfClub {
  @Shaped(ID, { description: 'The id of the order.' }) id!: number;
  @Shaped(ID) code!: number;
  @Shaped(ID) customer!: number;
  @Shaped(ID) plan!: number;
  @Shaped({ type: 'string', enum: [...USE_STATES] }) state!: UseState;
  @Shaped(orNull(MONEY)) discount!: string | null;
  @Shaped(orNull(MONEY)) total!: string | null;
  @Shaped(INSTANT) created_at!: string;
  @Shaped(orNull(INSTANT), { description: 'When the order was settled. Null: it was not.' })
  used_at!: string | null;
}
