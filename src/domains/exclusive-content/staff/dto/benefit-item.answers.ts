import { COUNT, ID, INSTANT, listOf, orNull, Shaped, TEXT } from '#platform/reference';

/** A text or a file of a benefit, as staff see it. */
export class BenefitItemOfClub {
  @Shaped(ID) id!: number;
  @Shaped(ID) benefit!: number;
  @Shaped({ type: 'string', enum: ['text', 'file'] }) kind!: 'text' | 'file';
  @Shaped(TEXT) title!: string;
  @Shaped(orNull(TEXT), { description: 'The text, as cleaned HTML. Null: a file.' }) html!: string | null;
  @Shaped(orNull(TEXT), { description: 'Null: a text.' }) file_name!: string | null;
  @Shaped(orNull(TEXT), { description: 'By the content of the file. Null: a text.' })
  media_type!: string | null;
  @Shaped(orNull(COUNT), { description: 'Bytes. Null: a text.' }) size!: number | null;
  @Shaped(orNull(TEXT), { description: 'Of the file, in hexadecimal digits. Null: a text.' })
  sha256!: string | null;
  @Shaped(INSTANT) created_at!: string;
  @Shaped(INSTANT) updated_at!: string;
}

/** The items of a benefit, in the order in which members see them. */
export class BenefitItemsOfClub {
  @Shaped(listOf(BenefitItemOfClub)) items!: readonly BenefitItemOfClub[];
  @Shaped(COUNT, { description: 'The most bytes of a file.' }) max_size!: number;
}
