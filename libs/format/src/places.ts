import { getAlpha2Codes, getName, registerLocale } from 'i18n-iso-countries/index';
import english from 'i18n-iso-countries/langs/en.json';

registerLocale(english);

const codes: ReadonlySet<string> = new Set(Object.keys(getAlpha2Codes()));

/** Everyday names of the countries that the library calls by a longer, official one. */
const EVERYDAY_NAMES: Readonly<Record<string, string>> = {
  CN: 'China',
  CZ: 'Czechia',
  IR: 'Iran',
  LA: 'Laos',
  MD: 'Moldova',
  MK: 'North Macedonia',
  RU: 'Russia',
  SY: 'Syria',
  TW: 'Taiwan',
  TZ: 'Tanzania',
  US: 'United States',
};

/** Whether this is an ISO 3166-1 alpha-2 country code in capitals, `US`. */
export function isCountry(alpha2: string): boolean {
  return codes.has(alpha2);
}

/** The English name of a country by its alpha-2 code, `US` → `United States`; the code itself if it is none. */
export function countryName(alpha2: string): string {
  if (!isCountry(alpha2)) return alpha2;
  return EVERYDAY_NAMES[alpha2] ?? getName(alpha2, 'en') ?? alpha2;
}
