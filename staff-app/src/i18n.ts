import polyglotI18nProvider from 'ra-i18n-polyglot';
import english from 'ra-language-english';
import { LABELS, RESOURCE_NAMES } from './texts';

/** Fields of parts of a record, such as the name of a venue, are called as fields of records. */
const PARTS = ['venue', 'links', 'upgrades'];

const { ra } = english;

/** react-admin's English, with our names of resources and fields, and plain words instead of those of its programmers. */
const messages = {
  ...english,
  ra: {
    ...ra,
    action: { ...ra.action, create: 'Add', remove: 'Remove', back: 'Back' },
    auth: { ...ra.auth, logout: 'Log out', auth_check_error: 'Please log in.' },
    page: { ...ra.page, create: 'Add: %{name}', not_found: 'There is no such page' },
    message: {
      ...ra.message,
      access_denied: 'Your role does not allow this page.',
      delete_content: 'Delete this %{name}? This cannot be undone.',
      error: 'The page has a fault. Reload it, and try again.',
      invalid_form: 'Some fields have faults.',
      not_found: 'Its address is wrong, or it was deleted.',
      unsaved_changes: 'Your changes are not saved. Leave the page without them?',
    },
    notification: {
      ...ra.notification,
      updated: 'The changes are saved.',
      created: 'It is added.',
      deleted: 'It is deleted.',
      bad_item: 'This does not belong here.',
      item_doesnt_exist: 'This does not exist any more.',
      http_error: 'The service cannot be reached.',
      data_provider_error: 'The service cannot be reached.',
      not_authorized: 'Your role does not allow this.',
      offline: 'You are offline.',
    },
  },
  resources: Object.fromEntries(
    Object.entries(RESOURCE_NAMES).map(([resource, [one, many]]) => [
      resource,
      {
        name: `${one} |||| ${many}`,
        fields: { ...LABELS, ...Object.fromEntries(PARTS.map((part) => [part, LABELS])) },
      },
    ]),
  ),
};

export const i18nProvider = polyglotI18nProvider(() => messages, 'en', [{ locale: 'en', name: 'English' }], {
  allowMissing: true,
});
