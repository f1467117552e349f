import { ArrayMaxSize, ArrayUnique, IsArray, IsInt, Min } from 'class-validator';
import { FLAG, ID, INSTANT, orNull, Shaped, TEXT } from '#platform/reference';

/** A ticket link that can have a pool. */
export class LinkOfPool {
  @Shaped(ID) id!: number;
  @Shaped(TEXT) name!: string;
  @Shaped(ID) event!: number;
  @Shaped(TEXT, { description: 'Of the event.' }) title!: string;
  @Shaped(INSTANT) start!: string;
  @Shaped(TEXT, { description: 'Of the venue.' }) time_zone!: string;
  @Shaped(FLAG, { description: 'Whether fans see the event.' }) published!: boolean;
  @Shaped(orNull(ID), { description: 'Its pool. Null: none.' }) pool!: number | null;
  @Shaped(TEXT, { description: 'The address of the page that gives its code.' }) page!: string;
}

export class PoolLinksBody {
  /** The ids of all links that the pool is to have. */
  @IsArray()
  @ArrayMaxSize(500)
  @ArrayUnique()
  @IsInt({ each: true })
  @Min(1, { each: true })
  links!: number[];
}
