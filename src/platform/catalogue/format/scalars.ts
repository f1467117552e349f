import { isCalendarDate, isCountry, isCurrency, isTimeZone } from '#libs/format';
import { isPasswordHash } from '#libs/password';
import { hasInvisible, isOrigin, isStorable, ORIGIN_FORM, parsedUrl } from '#libs/validation';
import { Format, type JsonSchema, type Reading } from './format';

interface TextRules {
  /** Whole-text pattern, also part of the JSON Schema. */
  pattern?: RegExp;
  minLength?: number;
  maxLength?: number;
  /** JSON Schema's own name of the form, for editors. */
  format?: string;
  /** What a pattern cannot say. */
  accepts?: (text: string) => boolean;
  /** What is said when the text has not that form. */
  message: string;
}

class TextFormat<T> extends Format<T> {
  constructor(
    private readonly rules: TextRules,
    private readonly convert: (text: string) => T,
    private readonly move: (text: string, days: number) => string = (text) => text,
  ) {
    super();
  }

  read(value: unknown, path: string, reading: Reading): T {
    if (typeof value !== 'string') {
      reading.faults.add(path, this.rules.message);
    } else if (!isStorable(value)) {
      reading.faults.add(path, 'must not contain NUL or half a character');
    } else if (!this.fits(value)) {
      reading.faults.add(path, this.rules.message);
    } else {
      return this.convert(value);
    }
    return this.blank();
  }

  schema(): JsonSchema {
    const { pattern, minLength, maxLength, format } = this.rules;
    return {
      type: 'string',
      ...(minLength === undefined ? {} : { minLength }),
      ...(maxLength === undefined ? {} : { maxLength }),
      ...(pattern === undefined ? {} : { pattern: pattern.source }),
      ...(format === undefined ? {} : { format }),
    };
  }

  override shift(value: unknown, days: number): unknown {
    return typeof value === 'string' && this.fits(value) ? this.move(value, days) : value;
  }

  private fits(text: string): boolean {
    const { pattern, minLength = 0, maxLength = Infinity, accepts } = this.rules;
    if (text.length < minLength || text.length > 2 * maxLength) return false;
    // The limits count characters, of which some take two units; most texts are too short for that to matter.
    if (text.length > maxLength && [...text].length > maxLength) return false;
    return (pattern?.test(text) ?? true) && (accepts?.(text) ?? true);
  }
}

const asIs = (text: string): string => text;

/** Any text, HTML included. */
export const text = (): Format<string> => new TextFormat({ message: 'must be text' }, asIs);

/** A text that names something: not blank, and short enough to be indexed. */
export const label = (maxLength = 255): Format<string> =>
  new TextFormat(
    {
      minLength: 1,
      maxLength,
      pattern: /^\S(.*\S)?$/,
      message: `must be text of 1 to ${maxLength} characters on one line, without spaces around it`,
    },
    asIs,
  );

/** A key of the API, as it travels in addresses and headers. */
export const apiKey = (): Format<string> =>
  new TextFormat(
    { pattern: /^[!-~]{1,128}$/, message: 'must be 1 to 128 visible ASCII characters without spaces' },
    asIs,
  );

export const secret = (maxLength = 1024): Format<string> =>
  new TextFormat({ minLength: 1, maxLength, message: `must be text of 1 to ${maxLength} characters` }, asIs);

/** Name of a login provider (decisions 3.9): it becomes part of paths and parameter names. */
export const providerName = (): Format<string> =>
  new TextFormat(
    {
      pattern: /^[a-z][a-z0-9_]*$/,
      maxLength: 64,
      message: 'must be lower-case letters, digits and underscores, beginning with a letter',
    },
    asIs,
  );

export const email = (): Format<string> =>
  new TextFormat(
    {
      pattern: /^[^\s@]+@[^\s@]+\.[^\s@]+$/,
      maxLength: 254,
      format: 'email',
      accepts: (address) => !hasInvisible(address),
      message: 'must be an e-mail address',
    },
    asIs,
  );

/** A password hash in one of the forms that log-in can verify. */
export const passwordHash = (): Format<string> =>
  new TextFormat(
    {
      pattern: /^\$(argon2(id|i|d)|2[aby])\$\S+$/,
      accepts: isPasswordHash,
      message: 'must be an argon2 or bcrypt hash of a bearable cost',
    },
    asIs,
  );

export const url = (): Format<string> =>
  new TextFormat(
    {
      pattern: /^https?:\/\/[^\s/]\S*$/,
      maxLength: 2048,
      format: 'uri',
      accepts: (candidate) => parsedUrl(candidate) !== null,
      message: 'must be an http or https address',
    },
    asIs,
  );

/** Whether an address can be parsed and carries no log-in, which browsers refuse in images. */
function isPublicUrl(candidate: string): boolean {
  const parsed = parsedUrl(candidate);
  return parsed !== null && parsed.username === '' && parsed.password === '';
}

/** Address of an image that pages show, so over HTTPS only. */
export const imageUrl = (): Format<string> =>
  new TextFormat(
    {
      pattern: /^https:\/\/[^\s/]\S*$/,
      maxLength: 2048,
      format: 'uri',
      accepts: isPublicUrl,
      message: 'must be an https address',
    },
    asIs,
  );

/** A colour, in hexadecimal. */
export const color = (): Format<string> =>
  new TextFormat({ pattern: /^#[0-9a-fA-F]{6}$/, message: 'must be a colour of the form #rrggbb' }, (text) =>
    text.toLowerCase(),
  );

/** Scheme, host and port of a web site, spelled as browsers send it in `Origin` (decisions 3.4). */
export const origin = (): Format<string> =>
  new TextFormat(
    {
      pattern: /^https?:\/\/[^\s/*]+$/,
      format: 'uri',
      accepts: isOrigin,
      message: ORIGIN_FORM,
    },
    asIs,
  );

export const timeZone = (): Format<string> =>
  new TextFormat({ minLength: 1, accepts: isTimeZone, message: 'must be an IANA time zone' }, asIs);

export const currency = (): Format<string> =>
  new TextFormat(
    { pattern: /^[A-Z]{3}$/, accepts: isCurrency, message: 'must be an ISO 4217 currency code' },
    asIs,
  );

export const country = (): Format<string> =>
  new TextFormat(
    { pattern: /^[A-Z]{2}$/, accepts: isCountry, message: 'must be an ISO 3166 alpha-2 country code' },
    asIs,
  );

/** An amount of money in the fan club's currency, as a decimal string: never a JSON number, which may lose cents. */
export const money = (): Format<string> =>
  new TextFormat({ pattern: /^(0|[1-9]\d{0,9})(\.\d{1,2})?$/, message: 'must be a decimal amount' }, asIs);

const MS_PER_DAY = 86_400_000;

function moveDay(text: string, days: number): string {
  const moved = new Date(Date.parse(`${text.slice(0, 10)}T00:00:00Z`) + days * MS_PER_DAY);
  return moved.toISOString().slice(0, 10) + text.slice(10);
}

const INSTANT =
  /^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,3})?)?(Z|[+-]([01]\d|2[0-3]):?[0-5]\d)$/;

function isInstant(candidate: string): boolean {
  const year = new Date(candidate).getUTCFullYear();
  return isRealDay(candidate.slice(0, 10)) && year >= 1 && year <= 9999;
}

/** A day that both calendars have: the database's begins with the year 1. */
function isRealDay(candidate: string): boolean {
  return isCalendarDate(candidate) && !candidate.startsWith('0000');
}

/** A point in time, ISO 8601 with its zone; finer than a millisecond it cannot be. */
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
  accepts: isRealDay,
  message: 'must be a date of the form YYYY-MM-DD',
};

/** A calendar day on which something happens. */
export const day = (): Format<string> => new TextFormat(DATE, asIs, moveDay);

/** A birthdate: the one kind of date that stays when a catalogue is moved in time. */
export const birthdate = (): Format<string> => new TextFormat(DATE, asIs);

class ChoiceFormat<T extends string> extends Format<T> {
  constructor(private readonly choices: readonly T[]) {
    super();
  }

  read(value: unknown, path: string, reading: Reading): T {
    const chosen = this.choices.find((choice) => choice === value);
    if (chosen !== undefined) return chosen;
    reading.faults.add(path, `must be one of ${this.choices.join(', ')}`);
    return this.blank();
  }

  schema(): JsonSchema {
    return { type: 'string', enum: this.choices };
  }
}

/** One of a few words. */
export const choice = <T extends string>(...choices: T[]): Format<T> => new ChoiceFormat(choices);
