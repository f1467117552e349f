import { isCalendarDate, isCountry, isCurrency, isTimeZone } from '#libs/format';
import { isSupportedCurrency } from '#libs/money';
import { isPasswordHash } from '#libs/password';
import { hasInvisible, isOrigin, ORIGIN_FORM, parsedUrl } from '#libs/validation';
import type { Format } from './format';
import { TextFormat, type TextRules } from './text-format';

const asWritten = (text: string): string => text;

const textOf = (rules: TextRules): Format<string> => new TextFormat(rules, asWritten);

/** Any text, HTML included. */
export const text = (maxLength?: number): Format<string> =>
  textOf(
    maxLength === undefined
      ? { message: 'must be text' }
      : { maxLength, message: `must be text of at most ${maxLength} characters` },
  );

/** A name or title: one line, not blank, short enough for an index. */
export const label = (maxLength = 255): Format<string> =>
  textOf({
    minLength: 1,
    maxLength,
    pattern: /^\S(.*\S)?$/,
    message: `must be text of 1 to ${maxLength} characters on one line, without spaces around it`,
  });

/** A key of the API, which must be usable in addresses and headers. */
export const apiKey = (): Format<string> =>
  textOf({ pattern: /^[!-~]{1,128}$/, message: 'must be 1 to 128 visible ASCII characters without spaces' });

/** A password or another secret. */
export const secret = (maxLength = 1024): Format<string> =>
  textOf({ minLength: 1, maxLength, message: `must be text of 1 to ${maxLength} characters` });

/** Name of a login provider, part of paths and parameter names (contract 3.9). */
export const providerName = (): Format<string> =>
  textOf({
    pattern: /^[a-z][a-z0-9_]*$/,
    maxLength: 64,
    message: 'must be lower-case letters, digits and underscores, beginning with a letter',
  });

/** An e-mail address. */
export const email = (): Format<string> =>
  textOf({
    pattern: /^[^\s@]+@[^\s@]+\.[^\s@]+$/,
    maxLength: 254,
    format: 'email',
    accepts: (address) => !hasInvisible(address),
    message: 'must be an e-mail address',
  });

/** A password hash in a format that log-ins can verify. */
export const passwordHash = (): Format<string> =>
  textOf({
    pattern: /^\$(argon2(id|i|d)|2[aby])\$\S+$/,
    accepts: isPasswordHash,
    message: 'must be an argon2 or bcrypt hash with an acceptable cost',
  });

/** An http or https address. */
export const url = (): Format<string> =>
  textOf({
    pattern: /^https?:\/\/[^\s/]\S*$/,
    maxLength: 2048,
    format: 'uri',
    accepts: (candidate) => parsedUrl(candidate) !== null,
    message: 'must be an http or https address',
  });

/** The address of an image on pages. Browsers block others than HTTPS, and those with a user name or password. */
export const imageUrl = (): Format<string> =>
  textOf({
    pattern: /^https:\/\/[^\s/]\S*$/,
    maxLength: 2048,
    format: 'uri',
    accepts: (candidate) => {
      const parsed = parsedUrl(candidate);
      return parsed !== null && parsed.username === '' && parsed.password === '';
    },
    message: 'must be an https address',
  });

/** A colour, `#rrggbb`, read in lower case. */
export const color = (): Format<string> =>
  new TextFormat({ pattern: /^#[0-9a-fA-F]{6}$/, message: 'must be a colour of the form #rrggbb' }, (text) =>
    text.toLowerCase(),
  );

/** Scheme, host and port of a website, as browsers send them in `Origin` (contract 3.4). */
export const origin = (): Format<string> =>
  textOf({
    pattern: /^https?:\/\/[^\s/*]+$/,
    format: 'uri',
    accepts: isOrigin,
    message: ORIGIN_FORM,
  });

/** An IANA time zone. */
export const timeZone = (): Format<string> =>
  textOf({ minLength: 1, accepts: isTimeZone, message: 'must be an IANA time zone' });

/** An ISO 4217 currency code. Amounts are stored with two decimals, so currencies with three are refused. */
export const currency = (): Format<string> =>
  textOf({
    pattern: /^[A-Z]{3}$/,
    accepts: (code) => isCurrency(code) && isSupportedCurrency(code),
    message: 'must be an ISO 4217 currency code with at most two decimals',
  });

/** An ISO 3166 alpha-2 country code. */
export const country = (): Format<string> =>
  textOf({ pattern: /^[A-Z]{2}$/, accepts: isCountry, message: 'must be an ISO 3166 alpha-2 country code' });

/** An amount in the fan club's currency, as a decimal string: a JSON number may lose cents. */
export const money = (): Format<string> =>
  textOf({ pattern: /^(0|[1-9]\d{0,9})(\.\d{1,2})?$/, message: 'must be a decimal amount' });

/** A percentage above 0 and below 100 with at most two decimals. */
export const percentage = (): Format<string> =>
  textOf({
    pattern: /^(0|[1-9]\d?)(\.\d{1,2})?$/,
    accepts: (text) => Number(text) > 0,
    message: 'must be a percentage above 0 and below 100 with at most two decimals, such as "7.7"',
  });

const MS_PER_DAY = 86_400_000;

/** The date or instant, shifted by whole days. The time of day and the offset stay unchanged. */
function moveDay(text: string, days: number): string {
  const moved = new Date(Date.parse(`${text.slice(0, 10)}T00:00:00Z`) + days * MS_PER_DAY);
  return moved.toISOString().slice(0, 10) + text.slice(10);
}

const INSTANT =
  /^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,3})?)?(Z|[+-]([01]\d|2[0-3]):?[0-5]\d)$/;

/** Whether the date exists and the instant, in UTC, is in the years 1 to 9999. */
function isInstant(candidate: string): boolean {
  const year = new Date(candidate).getUTCFullYear();
  return isCalendarDate(candidate.slice(0, 10)) && year >= 1 && year <= 9999;
}

/** A point in time: ISO 8601 with its zone, to the millisecond at most. */
export const instant = (): Format<Date> =>
  new TextFormat(
    {
      pattern: INSTANT,
      accepts: isInstant,
      message: 'must be an ISO 8601 instant with its zone, such as 2026-01-31T20:00:00Z',
    },
    (candidate) => new Date(candidate),
    moveDay,
  );

const DATE: TextRules = {
  pattern: /^\d{4}-\d\d-\d\d$/,
  format: 'date',
  accepts: isCalendarDate,
  message: 'must be a date of the form YYYY-MM-DD',
};

/** A calendar day, `YYYY-MM-DD`, which `shift` moves. */
export const day = (): Format<string> => new TextFormat(DATE, asWritten, moveDay);

/** A birthdate, which `shift` does not move. */
export const birthdate = (): Format<string> => textOf(DATE);
