import { getAlpha2Codes, getName, registerLocale } from 'i18n-iso-countries/index';
import english from 'i18n-iso-countries/langs/en.json';

registerLocale(english);

const codes: ReadonlySet<string> = new Set(Object.keys(getAlpha2Codes()));

/** Everyday names of countries for which the library has a longer, official name. */
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

/** Whether this is an ISO 3166-1 alpha-2 country code in upper case, `US`. */
export function isCountry(alpha2: string): boolean {
  return codes.has(alpha2);
}

/** The English name of a country, `US` → `United States`; an unknown code is returned unchanged. */
export function countryName(alpha2: string): string {
  if (!isCountry(alpha2)) return alpha2;
  return EVERYDAY_NAMES[alpha2] ?? getName(alpha2, 'en') ?? alpha2;
}

/** All countries, sorted by their English names. */
export function countries(): { code: string; name: string }[] {
  return [...codes]
    .map((code) => ({ code, name: countryName(code) }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'));
}
