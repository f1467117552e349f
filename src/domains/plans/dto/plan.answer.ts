import { ApiProperty } from '@nestjs/swagger';
import { DECIMAL, ID, oneOf, Shaped } from '#platform/reference';

/** What every plan shows. */
export class PlanBrief {
  @ApiProperty(ID) id!: number;
  @ApiProperty({ type: 'string' }) name!: string;
  @ApiProperty({ type: 'string', description: 'The name as a slug, such as `gold-plan`; else `plan-<id>`.' })
  class!: string;
  @ApiProperty({ type: 'string', nullable: true, description: 'HTML.' }) description!: string | null;
  @ApiProperty({ type: 'string', nullable: true, description: 'HTML.' }) online_benefits!: string | null;
  @ApiProperty({ type: 'string', nullable: true, description: 'HTML.' }) annotations!: string | null;
  @ApiProperty({ type: [String] }) tags!: string[];
}

export class ShippingAndHandling {
  @ApiProperty(DECIMAL) domestic!: string;
  @ApiProperty(DECIMAL) international!: string;
}

export class PackageItem {
  @ApiProperty({ type: 'string' }) name!: string;
  @ApiProperty({ type: 'string', nullable: true, description: 'URL of an image.' }) thumbnail!: string | null;
  @ApiProperty({
    type: 'string',
    pattern: '^item_type_\\d+$',
    nullable: true,
    description: 'The item type of which customers choose an option; null without a choice.',
  })
  item_type!: string | null;
}

/** What the members of a plan get by mail. */
export class Package {
  @ApiProperty({ type: 'string' }) name!: string;
  @ApiProperty({ type: 'string', nullable: true }) description!: string | null;
  @ApiProperty({ type: ShippingAndHandling }) shipping_and_handling!: ShippingAndHandling;
  @ApiProperty({ type: [PackageItem] }) items!: PackageItem[];
}

/** What the full shapes of a plan have in common. The flags are those of the current visitor. */
export class PlanFacts extends PlanBrief {
  @ApiProperty({ type: 'integer', nullable: true, description: 'Months; null for a plan without term.' })
  duration!: number | null;
  @ApiProperty({ type: 'string', description: '`Free`, or an amount such as `$1,250.00`.' })
  display_price!: string;
  @ApiProperty({
    ...DECIMAL,
    nullable: true,
    description: 'Price of the upgrade; null unless `upgrade` is true.',
  })
  upgrade_price!: string | null;
  @ApiProperty({ type: 'string', format: 'uri', description: 'Where the plan is bought.' }) checkout!: string;
  @ApiProperty({ type: 'boolean', description: 'The plan of the customer’s active subscription.' })
  current!: boolean;
  @ApiProperty({ type: 'boolean', description: 'The customer can upgrade to this plan now.' })
  upgrade!: boolean;
  @ApiProperty({ type: 'boolean', description: 'The visitor can buy the plan now.' })
  available_to_customer!: boolean;
  @Shaped(oneOf(Package, { type: 'object', maxProperties: 0 }), {
    description: '`{}` for a plan without package.',
  })
  package!: Package | Record<string, never>;
}

/** A plan of GET /plans. */
export class Plan extends PlanFacts {
  @ApiProperty(DECIMAL) price!: string;
  @ApiProperty({
    type: 'boolean',
    description: 'The customer’s subscription is of a former sales period, and this plan renews it.',
  })
  renewal!: boolean;
}

/** The plan of an order. */
export class PlanInOrder extends PlanFacts {
  @ApiProperty({ type: 'number', minimum: 0 }) price!: number;
}
