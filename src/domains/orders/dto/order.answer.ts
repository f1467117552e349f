import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { PlanInOrder } from '#domains/plans';
import { Address } from '#domains/shipping';
import {
  DATE,
  DAY_IN_WORDS,
  DECIMAL,
  HUMAN_DATE,
  ID,
  listOf,
  oneOf,
  orNull,
  Shaped,
} from '#platform/reference';

export class OrderTotals {
  @ApiProperty(DECIMAL) shipping!: string;
  @ApiProperty(DECIMAL) discount!: string;
  @ApiProperty(DECIMAL) subtotal!: string;
  @ApiProperty(DECIMAL) total!: string;
}

export class ShippedItem {
  @ApiProperty({ type: 'string' }) name!: string;
  @ApiProperty({ type: 'string', nullable: true, description: 'URL of an image.' }) thumbnail!: string | null;
  @ApiProperty({ type: 'string', nullable: true, description: 'The chosen option.' }) option!: string | null;
}

const STATUS_SHIPPED: ApiPropertyOptions = {
  type: 'string',
  pattern: `^Shipped on ${DAY_IN_WORDS}$`,
};
const STATUS_QUEUED: ApiPropertyOptions = { type: 'string', enum: ['Backordered'] };
const ISSUES: ApiPropertyOptions = {
  type: 'array',
  items: { type: 'string', enum: ['missing_shipment_address', 'missing_required_option'] },
  description: 'What the customer has to supply before the parcel can be sent.',
};
const ITEM_COUNT: ApiPropertyOptions = { type: 'integer', minimum: 0, description: 'The number of items.' };

/** A parcel that was sent, in a list of orders. */
export class Shipped {
  @ApiProperty(STATUS_SHIPPED) status!: string;
  @ApiProperty(DATE) ship_date!: string;
  @ApiProperty({ type: 'string', nullable: true }) tracking_url!: string | null;
  @ApiProperty(ITEM_COUNT) items!: number;
}

/** A parcel still to be sent, in a list of orders. */
export class Backordered {
  @ApiProperty(STATUS_QUEUED) status!: string;
  @ApiProperty(ITEM_COUNT) items!: number;
  @ApiProperty(ISSUES) issues!: string[];
}

/** A parcel that was sent. */
export class ShippedDetail {
  @ApiProperty(STATUS_SHIPPED) status!: string;
  @ApiProperty(DATE) ship_date!: string;
  @ApiProperty({ type: 'string', nullable: true }) tracking_url!: string | null;
  @ApiProperty({ type: [ShippedItem] }) items!: ShippedItem[];
  @Shaped(orNull(Address)) shipping_address!: Address | null;
}

/** A parcel still to be sent. */
export class BackorderedDetail {
  @ApiProperty(STATUS_QUEUED) status!: string;
  @ApiProperty({ type: [ShippedItem] }) items!: ShippedItem[];
  @ApiProperty(ISSUES) issues!: string[];
  @Shaped(orNull(Address)) shipping_address!: Address | null;
}

/** What the list and a single order show. */
export class OrderFacts {
  @ApiProperty(ID) id!: number;
  @ApiProperty(ID) customer_id!: number;
  @ApiProperty({ type: PlanInOrder }) plan!: PlanInOrder;
  @Shaped(orNull(OrderTotals), { description: 'Null if the plan is free and the order has no amount.' })
  totals!: OrderTotals | null;
  @ApiProperty(HUMAN_DATE) created_at!: string;
  @ApiProperty(HUMAN_DATE) paid_at!: string;
  @ApiProperty({ ...HUMAN_DATE, nullable: true }) refunded_at!: string | null;
}

const SHIPMENTS = { required: false, description: 'Absent if the plan has no package.' };

/** An order of GET /orders. */
export class OrderListItem extends OrderFacts {
  @Shaped(listOf(oneOf(Shipped, Backordered)), SHIPMENTS) shipments?: (Shipped | Backordered)[];
}

/** A single order. */
export class Order extends OrderFacts {
  @Shaped(listOf(oneOf(ShippedDetail, BackorderedDetail)), SHIPMENTS) shipments?: (
    ShippedDetail | BackorderedDetail
  )[];
  @Shaped(orNull(Address)) billing_address!: Address | null;
}
