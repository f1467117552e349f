import { ID, MONEY, orNull, Shaped, TEXT } from '#platform/reference';

export class PlanOfMatrix {
  @Shaped(ID) id!: number;
  @Shaped(TEXT) name!: string;
  @Shaped(MONEY) price!: string;
  @Shaped(orNull(ID)) sales_period!: number | null;
}

export class UpgradeOfMatrix {
  @Shaped(ID) from!: number;
  @Shaped(ID) to!: number;
  @Shaped(orNull(MONEY), { description: 'Null: the difference of the two prices.' }) price!: string | null;
}

/** The upgrades between all plans of a fan club. */
export class UpgradeMatrix {
  @Shaped([PlanOfMatrix], { description: 'Those that are not withdrawn.' }) plans!: readonly PlanOfMatrix[];
  @Shaped([UpgradeOfMatrix], { description: 'Ordered by both ids.' }) upgrades!: readonly UpgradeOfMatrix[];
}
