import polyglotI18nProvider from 'ra-i18n-polyglot';
import english from 'ra-language-english';
import { LABELS, RESOURCE_NAMES } from './texts';

/** react-admin's English, with our names of resources and fields. */
const messages = {
  ...english,
  ra: { ...english.ra, action: { ...english.ra.action, create: 'Add' } },
  resources: Object.fromEntries(
    Object.entries(RESOURCE_NAMES).map(([resource, [one, many]]) => [
      resource,
      { name: `${one} |||| ${many}`, fields: LABELS },
    ]),
  ),
};

export const i18nProvider = polyglotI18nProvider(() => messages, 'en', [{ locale: 'en', name: 'English' }], {
  allowMissing: true,
});
