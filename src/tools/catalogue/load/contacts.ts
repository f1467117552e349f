import { Contact } from '#domains/contacts/contact.entity';
import type { ContactPart } from '../format/customer.format';
import { confirmedAt } from './customers';
import type { FanclubParts } from './fanclub-parts';
import type { Loading } from './loading';
import { match } from './rows';
import type { TableRules } from './table';
import { write } from './write';

const CONTACTS: TableRules<Contact> = {
  entity: Contact,
  tenant: 'fanclubId',
  key: ['fanclubId', 'email'],
  named: { noun: 'e-mail address', field: 'email' },
  folded: ['email'],
  peek: ['confirmedAt'],
  lists: { customFields: 'custom_fields' },
};

/** A contact of the file, and where it stands there. */
export interface ContactAt {
  readonly part: ContactPart;
  readonly path: string;
}

/** Loads some contacts of one fan club. */
export async function loadContacts(
  loading: Loading,
  { id: fanclubId }: FanclubParts,
  contacts: readonly ContactAt[],
): Promise<void> {
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
  const settled = matched.map((row) => ({
    ...row,
    values: { ...row.values, confirmedAt: confirmedAt(row.part.confirmed, row, loading.now) },
  }));
  await write(loading, CONTACTS, settled);
}
