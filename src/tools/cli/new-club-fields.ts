import { isOrigin, ORIGIN_FORM } from '#libs/validation';
import { Faults, type Format, ReadContext } from '#platform/catalogue';
import { FANCLUB_FIELDS, ORGANIZATION_FIELDS } from '#platform/tenants';
import type { NewClub } from './new-club';

/** A setting that the operator chooses, as an option or as the answer to a question. Its format is that of catalogue files. */
export interface ClubField {
  readonly option: string;
  readonly question: string;
  /** The default; null if the setting is required. */
  readonly fallback: ((given: Partial<Texts>) => string) | null;
  /** What is wrong with a text; null if it is valid. */
  readonly faultOf: (text: string) => string | null;
}

/** The settings as texts. */
export type Texts = Record<keyof NewClub, string>;

function field(
  option: string,
  question: string,
  format: Format<string>,
  fallback: ClubField['fallback'],
): ClubField {
  const faultOf = (text: string): string | null => {
    const faults = new Faults();
    format.read(text, '', new ReadContext(faults));
    return faults.found[0]?.message ?? null;
  };
  return { option, question, fallback, faultOf };
}

const { name, site_url, support_email, time_zone, currency, home_country } = FANCLUB_FIELDS;

/** By the name in catalogue files, in the order of the questions. */
export const CLUB_FIELDS: Readonly<Record<keyof NewClub, ClubField>> = {
  name: field('name', 'Name of the fan club', name, null),
  organization: field(
    'organization',
    'Organization that owns it, an existing or a new one',
    ORGANIZATION_FIELDS.name,
    (given) => given.name ?? '',
  ),
  site_url: field('site-url', 'Address of its website', site_url, null),
  support_email: field('support-email', 'E-mail address of its support', support_email, null),
  time_zone: field('time-zone', 'Time zone', time_zone.format, () => time_zone.fallback ?? ''),
  currency: field('currency', 'Currency', currency.format, () => currency.fallback ?? ''),
  home_country: field('home-country', 'Home country', home_country.format, () => home_country.fallback ?? ''),
  trusted_domains: {
    option: 'trust',
    question: 'Other websites that may use it, such as http://localhost:5173, separated by spaces',
    fallback: () => '',
    faultOf: (text) => {
      const wrong = wordsOf(text).find((origin) => !isOrigin(origin));
      return wrong === undefined ? null : `${wrong} ${ORIGIN_FORM}`;
    },
  },
};

/** The words of a text, each once. */
export const wordsOf = (text: string): string[] => [...new Set(text.split(/\s+/).filter(Boolean))];
