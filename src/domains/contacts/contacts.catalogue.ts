import {
  columns,
  fieldsOf,
  format as f,
  listPart,
  match,
  type TableRules,
  NOT_CONFIRMED,
  timeOfFlag,
  write,
} from '#platform/catalogue';
import { Contact } from './contact.entity';

const CONTACTS: TableRules<Contact> = {
  entity: Contact,
  tenant: 'fanclubId',
  key: ['fanclubId', 'email'],
  named: { noun: 'e-mail address', field: 'email' },
  folded: ['email'],
  peek: ['confirmedAt'],
  lists: { customFields: 'custom_fields' },
};

const FIELDS = {
  email: f.uniqueInFanclub('contact e-mail', f.email()),
  first_name: f.orNull(f.text()),
  last_name: f.orNull(f.text()),
  birthdate: f.orNull(f.birthdate()),
  lists_opt_in_source: f.orNull(f.text()),
  confirmed: f.optional(f.flag(), false),
  confirmed_at: f.optional(f.instant()),
  created_at: f.optional(f.instant()),
  custom_fields: f.optional(f.customFields(), {}),
};

const NO_COLUMNS = ['confirmed', 'confirmed_at'] as const;

const FALLBACKS: Partial<Contact> = { ...columns(f.fallbacksOf(FIELDS), NO_COLUMNS), confirmedAt: null };

/** The contacts of a fan club. */
export const contactsInCatalogue = listPart({
  field: 'contacts',
  name: 'Contact',
  entity: Contact,
  fields: FIELDS,
  check({ confirmed, confirmed_at }, report) {
    if (confirmed === false && confirmed_at) report('confirmed_at', NOT_CONFIRMED);
  },
  async load(context, { id: fanclubId }, contacts) {
    const rows = contacts.map(({ part, path }) => ({
      path,
      part,
      values: { fanclubId, ...columns(part, NO_COLUMNS, FIELDS) },
      fallbacks: FALLBACKS,
    }));
    const matched = await match(context, CONTACTS, rows);
    const settled = matched.map((row) => {
      const { confirmed_at: given, confirmed = given && true } = row.part;
      const confirmedAt = timeOfFlag(confirmed, row.current.confirmedAt, context.now, given);
      return { ...row, values: { ...row.values, confirmedAt } };
    });
    await write(context, CONTACTS, settled);
    return settled;
  },
  export: (_, __, row) => ({
    ...fieldsOf(FIELDS, row, NO_COLUMNS),
    confirmed: row.confirmedAt !== null,
    confirmed_at: row.confirmedAt ?? undefined,
  }),
});
