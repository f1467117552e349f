import { ID, INSTANT, JSON_VALUE, orNull, type Schema, Shaped, TEXT } from '#platform/reference';

const FIELDS: Schema = { type: 'object', additionalProperties: JSON_VALUE };

/** A change by a person of the staff, or a look at personal data. */
export class AuditRecord {
  @Shaped(ID) id!: number;
  @Shaped(INSTANT) at!: string;
  @Shaped(orNull(ID), { description: 'Null: an operator.' }) staff_id!: number | null;
  @Shaped(orNull(TEXT), {
    description: 'The name of the key of a program, which `staff_id` made. Null: no program.',
  })
  key_name!: string | null;
  @Shaped(TEXT, { description: '`<subject>.<verb>`, such as `event.changed`.' }) action!: string;
  @Shaped(TEXT) subject_type!: string;
  @Shaped(orNull(ID)) subject_id!: number | null;
  @Shaped(orNull(ID), { description: 'The member whom it concerns.' }) customer_id!: number | null;
  @Shaped(orNull(FIELDS), { description: 'The changed fields. Null for what did not exist.' })
  before!: object | null;
  @Shaped(orNull(FIELDS), { description: 'As `before`.' }) after!: object | null;
}

/** A security event. */
export class SecurityEventRecord {
  @Shaped(ID) id!: number;
  @Shaped(INSTANT) at!: string;
  @Shaped(TEXT, { description: 'The kind, with `:` and an id where there is one.' }) actor!: string;
  @Shaped(TEXT) action!: string;
  @Shaped(orNull(TEXT)) target!: string | null;
  @Shaped(orNull(TEXT)) reason!: string | null;
  @Shaped(orNull(TEXT), { description: 'Null for those who do not own all of where the person works.' })
  network!: string | null;
}
