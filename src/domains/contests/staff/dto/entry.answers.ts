import { DATE, FLAG, ID, INSTANT, orNull, Shaped, TEXT } from '#platform/reference';

/** Why an entry does not take part in the draw. */
export class Exclusion {
  @Shaped(orNull(TEXT), { description: 'Null for who sees entries masked, because it may name persons.' })
  reason!: string | null;
  @Shaped(orNull(TEXT)) by!: string | null;
  @Shaped(INSTANT) at!: Date;
}

/** An entry as staff see it. The names are those of the entry; masked: initials. */
export class EntryOfContest {
  @Shaped(ID) id!: number;
  @Shaped(ID) member_id!: number;
  @Shaped(INSTANT) entered_at!: Date;
  @Shaped(orNull(TEXT)) first_name!: string | null;
  @Shaped(orNull(TEXT)) last_name!: string | null;
  @Shaped(orNull(DATE), { required: false, description: 'Absent for who sees entries masked.' })
  birthdate?: string | null;
  @Shaped(FLAG) selected!: boolean;
  @Shaped(FLAG) confirmed!: boolean;
  @Shaped(FLAG) forfeited!: boolean;
  @Shaped(orNull(Exclusion), { description: 'Null: takes part in the draw.' }) exclusion!: Exclusion | null;
}

/** An entry that was excluded. */
export class ExcludedEntry {
  @Shaped(ID) entry_id!: number;
  @Shaped(TEXT) reason!: string;
}
