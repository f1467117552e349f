import {
  columns,
  format as f,
  listPart,
  match,
  type TableRules,
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
  custom_fields: f.optional(f.customFields(), {}),
};

const FALLBACKS: Partial<Contact> = { ...columns(f.fallbacksOf(FIELDS), ['confirmed']), confirmedAt: null };

/** The contacts of a fan club. */
export const contactsInCatalogue = listPart({
  field: 'contacts',
  name: 'Contact',
  entity: Contact,
  fields: FIELDS,
  async load(loading, { id: fanclubId }, contacts) {
    const rows = contacts.map(({ part, path }) => ({
      path,
      part,
      values: { fanclubId, ...columns(part, ['confirmed'], FIELDS) },
      fallbacks: FALLBACKS,
    }));
    const matched = await match(loading, CONTACTS, rows);
    const settled = matched.map((row) => {
      const confirmedAt = timeOfFlag(row.part.confirmed, row.current.confirmedAt, loading.now);
      return { ...row, values: { ...row.values, confirmedAt } };
    });
    await write(loading, CONTACTS, settled);
    return settled;
  },
});
