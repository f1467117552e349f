/** What a column says about a person, as it is named in documents. `secret` is never shown to anybody. */
export const KINDS = [
  'account',
  'name',
  'e-mail address',
  'birth date',
  'postal address',
  'secret',
  'consent',
  'membership',
  'purchase',
  'payment',
  'card',
  'choice',
  'code',
  'contest',
  'activity',
  'note',
  'mail',
  'own fields',
] as const;
export type PersonalKind = (typeof KINDS)[number];

/**
 * What an erasure does: `deleted` (the whole row), `nulled`, `emptied` (a text that may not be NULL, replaced by {@link EMPTIED}),
 * `reset` (a flag or number, back to its default), `retained` (nulled when the retention of orders is over), `kept`.
 */
export const FATES = ['deleted', 'nulled', 'emptied', 'reset', 'retained', 'kept'] as const;
export type Fate = (typeof FATES)[number];

/** What replaces the text of an `emptied` column. */
export const EMPTIED = 'erased';

/**
 * What happens to the rows of an account that is merged into another one of the same person. `moved`: the id of the person is replaced.
 * `unlessAlike`: the same, unless the other account has a row with the same values in these columns; what is left is erased. `follows`: the
 * row belongs to one that is moved, or is found by what was moved. `erased`: as by an erasure. `kept`: stays as the record of the emptied
 * account. `own`: the folder of the table moves its rows by a function of its own.
 */
export type Merging<Row> =
  'moved' | 'follows' | 'erased' | 'kept' | 'own' | { readonly unlessAlike: readonly (keyof Row & string)[] };

type Columns<Row> = Partial<Record<PersonalKind, readonly (keyof Row & string)[]>>;

/** The columns of a table that hold data of a person, by what an erasure does with them, and by kind. */
export interface PersonalData<Row> extends Partial<Record<Fate, Columns<Row>>> {
  /**
   * Whose a row is: the column with the id of the person; or a column with the id of a row of another such table, and that table; or a
   * condition in SQL on the table `t`, with `$fanclub`, `$person`, `$digests` (of the person's addresses) and `$unconfirmed` (of the one that
   * is not confirmed).
   */
  readonly of:
    (keyof Row & string) | readonly [column: keyof Row & string, table: string] | { readonly sql: string };
  /** What a merge of two accounts does with the rows. */
  readonly merged: Merging<Row>;
  /** Columns that an export leaves out unless a condition in SQL on the table `t` is met, with `$now`. */
  readonly shownIf?: Partial<Record<keyof Row & string, string>>;
  /** An erasure sets the column with the id of the person to NULL, so that the row leads to nobody. */
  readonly unlinked?: true;
  /** The folder of the table erases its rows by a function of its own. */
  readonly ownErasure?: true;
  /** How long rows are kept if the person is not erased, for documents. Absent: as long as the account, or, if an erasure keeps them, the fan club. */
  readonly until?: string;
}

const DECLARED = new Map<object, PersonalData<never>>();

/**
 * Declares the personal data of an entity, beside it:
 *
 *     @PersonalRows<ShippingAddress>({ of: 'customerId', merged: 'moved', deleted: { name: ['firstName', 'lastName'] } })
 */
export const PersonalRows =
  <Row>(data: PersonalData<Row>): ClassDecorator =>
  (target) => {
    DECLARED.set(target, data);
  };

/** The declaration of an entity. Null: it has none. */
export const personalDataOf = (entity: object): PersonalData<Record<string, unknown>> | null =>
  DECLARED.get(entity) ?? null;

/** A column of a declaration. */
export interface PersonalColumn {
  /** The name of the property. */
  readonly property: string;
  readonly kind: PersonalKind;
  readonly fate: Fate;
}

/** The columns of a declaration, in the order in which they are declared. */
export const personalColumns = (data: PersonalData<Record<string, unknown>>): PersonalColumn[] =>
  FATES.flatMap((fate) =>
    Object.entries(data[fate] ?? {}).flatMap(([kind, properties]) =>
      properties.map((property) => ({ property, kind: kind as PersonalKind, fate })),
    ),
  );
