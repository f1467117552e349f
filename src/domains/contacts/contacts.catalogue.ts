import { format as f, listPart, match, type TableRules, timeOfFlag, write } from '#platform/catalogue';
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

/** The contacts of a fan club. */
export const contactsInCatalogue = listPart({
  field: 'contacts',
  name: 'Contact',
  entity: Contact,
  fields: {
    email: f.uniqueInFanclub('contact e-mail', f.email()),
    first_name: f.orNull(f.text()),
    last_name: f.orNull(f.text()),
    birthdate: f.orNull(f.birthdate()),
    lists_opt_in_source: f.orNull(f.text()),
    confirmed: f.optional(f.flag(), false),
    custom_fields: f.optional(f.customFields(), {}),
  },
  async load(loading, { id: fanclubId }, contacts) {
    const rows = contacts.map(({ part, path }) => ({
      path,
      part,
      values: {
        fanclubId,
        email: part.email,
        firstName: part.first_name,
        lastName: part.last_name,
        birthdate: part.birthdate,
        listsOptInSource: part.lists_opt_in_source,
        customFields: part.custom_fields,
      },
      fallbacks: {
        firstName: null,
        lastName: null,
        birthdate: null,
        listsOptInSource: null,
        confirmedAt: null,
        customFields: {},
      },
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
