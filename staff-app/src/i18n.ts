import polyglotI18nProvider from 'ra-i18n-polyglot';
import english from 'ra-language-english';
import { LABELS, RESOURCE_NAMES } from './texts';

/** Fields of parts of a record, such as the name of a venue, are called as fields of records. */
const PARTS = ['venue', 'links', 'upgrades'];

/** react-admin's English, with our names of resources and fields. */
const messages = {
  ...english,
  ra: { ...english.ra, action: { ...english.ra.action, create: 'Add' } },
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
