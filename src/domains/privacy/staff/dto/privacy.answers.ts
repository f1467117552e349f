import { FLAG, ID, INSTANT, orNull, Shaped } from '#platform/reference';

/** An export of a member, for the person who asked for it. */
export class PersonExportOfMember {
  @Shaped(ID) id!: number;
  @Shaped(INSTANT) asked_at!: string;
  @Shaped(FLAG, { description: 'It can be downloaded.' }) ready!: boolean;
  @Shaped(orNull(INSTANT), { description: 'Null: not made yet.' }) expires_at!: string | null;
  @Shaped(FLAG) json_taken!: boolean;
  @Shaped(FLAG) html_taken!: boolean;
}
