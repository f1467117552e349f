import { type CustomFields, customFieldsFault, isStorable, MOST_CUSTOM_FIELDS } from '#libs/validation';
import { isObject } from './composites';
import { Format, type Definitions, type JsonSchema, type Reading } from './format';

class BooleanFormat extends Format<boolean> {
  read(value: unknown, path: string, reading: Reading): boolean {
    if (typeof value === 'boolean') return value;
    reading.faults.add(path, 'must be true or false');
    return this.blank();
  }

  schema(): JsonSchema {
    return { type: 'boolean' };
  }
}

/** True or false. */
export const flag = (): Format<boolean> => new BooleanFormat();

class IntegerFormat extends Format<number> {
  constructor(
    private readonly minimum: number,
    private readonly maximum: number,
    private readonly message: string,
  ) {
    super();
  }

  read(value: unknown, path: string, reading: Reading): number {
    if (Number.isInteger(value)) {
      const integer = value as number;
      if (integer >= this.minimum && integer <= this.maximum) return integer;
    }
    reading.faults.add(path, this.message);
    return this.blank();
  }

  schema(): JsonSchema {
    return { type: 'integer', minimum: this.minimum, maximum: this.maximum };
  }
}

/** A whole number from `minimum` to `maximum`. */
export const integer = (minimum: number, maximum: number): Format<number> =>
  new IntegerFormat(minimum, maximum, `must be a whole number from ${minimum} to ${maximum}`);

/** Leaves the ids that are generated after it trillions of numbers that JSON can carry. */
const MOST_ID = 9_000_000_000_000_000;
const ID = new IntegerFormat(1, MOST_ID, `must be an id, a whole number from 1 to ${MOST_ID}`);

class ClaimFormat<T extends string | number> extends Format<T> {
  constructor(
    private readonly format: Format<T>,
    private readonly claim: (value: T, path: string, reading: Reading) => void,
  ) {
    super();
  }

  read(value: unknown, path: string, reading: Reading): T {
    const read = this.format.read(value, path, reading);
    if (read !== undefined) this.claim(read, path, reading);
    return read;
  }

  schema(definitions: Definitions): JsonSchema {
    return this.format.schema(definitions);
  }
}

/** The id that the API shows for a row of a table; no two rows of it in the file may have the same. */
export const id = (table: string): Format<number> =>
  new ClaimFormat(ID, (value, path, reading) => reading.claim(table, value, path));

/** The id of another object. */
export const idOf = (): Format<number> => ID;

/** A value that stands once in the whole file. */
export const uniqueInFile = (kind: string, format: Format<string>): Format<string> =>
  new ClaimFormat(format, (value, path, reading) => reading.claim(kind, value, path));

/** A value that stands once in a fan club, whatever its letter case. */
export const uniqueInFanclub = (kind: string, format: Format<string>): Format<string> =>
  new ClaimFormat(format, (value, path, reading) =>
    reading.claim(kind, `${fanclubOf(path)} ${value.toLowerCase()}`, path),
  );

/** The part of a path that names the fan club, `organizations[0].fanclubs[0]`. */
export function fanclubOf(path: string): string {
  return path.slice(0, path.indexOf(']', path.indexOf('.fanclubs[')) + 1);
}

/** A reference: the id of the target, or its natural key. */
export type Reference = number | string;

class ReferenceFormat extends Format<Reference> {
  constructor(private readonly message: string) {
    super();
  }

  read(value: unknown, path: string, reading: Reading): Reference {
    if (typeof value === 'string' && value !== '' && isStorable(value)) return value;
    if (Number.isSafeInteger(value) && (value as number) > 0) return value as number;
    reading.faults.add(path, this.message);
    return this.blank();
  }

  schema(definitions: Definitions): JsonSchema {
    definitions.set('Reference', {
      description: "The target's id, or its natural key.",
      anyOf: [ID.schema(), { type: 'string', minLength: 1 }],
    });
    return { $ref: '#/$defs/Reference' };
  }
}

/** A reference, with the words for what it must be. */
export const ref = (what: string): Format<Reference> =>
  new ReferenceFormat(`must be the id or the name of ${what}`);

class CustomFieldsFormat extends Format<CustomFields> {
  read(value: unknown, path: string, reading: Reading): CustomFields {
    if (!isObject(value)) {
      reading.faults.add(path, 'must be an object');
      return {};
    }
    const fault = customFieldsFault(value);
    if (fault) reading.faults.add(path, fault);
    return value as CustomFields;
  }

  schema(): JsonSchema {
    return { type: 'object', maxProperties: MOST_CUSTOM_FIELDS };
  }

  override blank(): CustomFields {
    return {};
  }
}

/** Any JSON values under names of the sender's choice. */
export const customFields = (): Format<CustomFields> => new CustomFieldsFormat();

class ExactFormat<T extends number> extends Format<T> {
  constructor(private readonly only: T) {
    super();
  }

  read(value: unknown, path: string, reading: Reading): T {
    if (value !== this.only) reading.faults.add(path, `must be ${this.only}`);
    return this.only;
  }

  schema(): JsonSchema {
    return { const: this.only };
  }
}

/** This number and no other. */
export const exactly = <T extends number>(only: T): Format<T> => new ExactFormat(only);
