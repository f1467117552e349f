import { DATE, FLAG, ID, INSTANT, JSON_VALUE, orNull, Shaped, TEXT } from '#platform/reference';

/** A contact as staff see it. */
export class ContactOfClub {
  @Shaped(ID) id!: number;
  @Shaped(TEXT) email!: string;
  @Shaped(orNull(TEXT)) first_name!: string | null;
  @Shaped(orNull(TEXT)) last_name!: string | null;
  @Shaped(orNull(DATE)) birthdate!: string | null;
  @Shaped(orNull(TEXT)) lists_opt_in_source!: string | null;
  @Shaped(FLAG) confirmed!: boolean;
  @Shaped(orNull(INSTANT)) confirmed_at!: string | null;
  @Shaped({ type: 'object', additionalProperties: JSON_VALUE }) custom_fields!: object;
  @Shaped(INSTANT) created_at!: string;
}

/** A contact, and whose it is. */
export class ContactAnswer extends ContactOfClub {
  @Shaped(orNull(ID), { description: 'The member who has or had the address. Null: nobody.' })
  member_id!: number | null;
}
