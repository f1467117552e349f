import { ArrayMaxSize, ArrayUnique, IsArray, IsInt, IsString, Length, Min } from 'class-validator';
import { IfGiven } from '#platform/staff';

/** The most items of a benefit. */
export const MOST_ITEMS = 200;

const MOST_HTML = 50_000;

/** A new text of a benefit. */
export class NewBenefitText {
  @IsString()
  @Length(1, 200)
  title!: string;

  /** HTML, of which formatting, lists, tables and links are kept. */
  @IsString()
  @Length(1, MOST_HTML)
  html!: string;
}

/** A change of an item. A file has no `html`. */
export class BenefitItemChange {
  @IfGiven()
  @IsString()
  @Length(1, 200)
  title?: string;

  @IfGiven()
  @IsString()
  @Length(1, MOST_HTML)
  html?: string;
}

/** The order of a benefit's items. */
export class BenefitItemsOrder {
  /** The ids of all items of the benefit. */
  @IsArray()
  @ArrayMaxSize(MOST_ITEMS)
  @ArrayUnique()
  @IsInt({ each: true })
  @Min(1, { each: true })
  items!: number[];
}
