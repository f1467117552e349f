import { type CustomFields, customFieldsFault, isStorable, MAX_CUSTOM_FIELDS } from '#libs/validation';
import { HIGHEST_ID } from '#platform/database';
import { isObject } from './objects';
import { Format, type Definitions, type JsonSchema, type ReadContext } from './format';

/** A value that satisfies a predicate. */
class ValueFormat<T> extends Format<T> {
  constructor(
    private readonly isValid: (value: unknown) => value is T,
    private readonly message: string,
    private readonly jsonSchema: JsonSchema,
  ) {
    super();
  }

  read(value: unknown, path: string, context: ReadContext): T {
    if (this.isValid(value)) return value;
    context.faults.add(path, this.message);
    return this.blank();
  }

  schema(_definitions: Definitions): JsonSchema {
    return this.jsonSchema;
  }
}

/** True or false. */
export const flag = (): Format<boolean> =>
  new ValueFormat((value) => typeof value === 'boolean', 'must be true or false', { type: 'boolean' });

/** Exactly this number. */
export const exactly = <T extends number>(only: T): Format<T> =>
  new ValueFormat((value): value is T => value === only, `must be ${only}`, { const: only });

/** One of these texts. */
export const choice = <T extends string>(...choices: T[]): Format<T> =>
  new ValueFormat(
    (value): value is T => choices.some((one) => one === value),
    `must be one of ${choices.join(', ')}`,
    { type: 'string', enum: choices },
  );

const whole = (minimum: number, maximum: number, message: string): Format<number> =>
  new ValueFormat(
    (value): value is number =>
      typeof value === 'number' && Number.isInteger(value) && value >= minimum && value <= maximum,
    message,
    { type: 'integer', minimum, maximum },
  );

/** A whole number from `minimum` to `maximum`. */
export const integer = (minimum: number, maximum: number): Format<number> =>
  whole(minimum, maximum, `must be a whole number from ${minimum} to ${maximum}`);

const ID = whole(1, HIGHEST_ID, `must be an id, a whole number from 1 to ${HIGHEST_ID}`);

/** A format that claims its values, so that a second use is a fault. */
class ClaimFormat<T extends string | number> extends Format<T> {
  constructor(
    private readonly format: Format<T>,
    private readonly claim: (value: T, path: string, context: ReadContext) => void,
  ) {
    super();
  }

  read(value: unknown, path: string, context: ReadContext): T {
    const read = this.format.read(value, path, context);
    if (read !== undefined) this.claim(read, path, context);
    return read;
  }

  schema(definitions: Definitions): JsonSchema {
    return this.format.schema(definitions);
  }
}

/** The id of a row of `table`, unique among its rows in the file. */
export const id = (table: string): Format<number> =>
  new ClaimFormat(ID, (value, path, context) => context.claim(table, value, path));

/** A value that is unique in the whole file among those of its `kind`. */
export const uniqueInFile = (kind: string, format: Format<string>): Format<string> =>
  new ClaimFormat(format, (value, path, context) => context.claim(kind, value, path));

/** A value that is unique in its fan club among those of its `kind`; by default, in any letter case. */
export const uniqueInFanclub = (
  kind: string,
  format: Format<string>,
  { anyCase = true } = {},
): Format<string> =>
  new ClaimFormat(format, (value, path, context) =>
    context.claim(kind, `${fanclubOf(path)} ${anyCase ? value.toLowerCase() : value}`, path),
  );

/** The path of the fan club that contains this path, `organizations[0].fanclubs[0]`. */
export function fanclubOf(path: string): string {
  return path.slice(0, path.indexOf(']', path.indexOf('.fanclubs[')) + 1);
}

/** A reference: the id of the target, or its natural key. */
export type Reference = number | string;

const isReference = (value: unknown): value is Reference =>
  typeof value === 'string'
    ? value !== '' && isStorable(value)
    : typeof value === 'number' && Number.isSafeInteger(value) && value > 0;

class ReferenceFormat extends ValueFormat<Reference> {
  override schema(definitions: Definitions): JsonSchema {
    definitions.set('Reference', {
      description: "The target's id, or its natural key.",
      anyOf: [ID.schema(definitions), { type: 'string', minLength: 1 }],
    });
    return { $ref: '#/$defs/Reference' };
  }
}

/** A reference; `what` names the kind of target in messages. */
export const ref = (what: string): Format<Reference> =>
  new ReferenceFormat(isReference, `must be the id or the name of ${what}`, {});

class CustomFieldsFormat extends Format<CustomFields> {
  read(value: unknown, path: string, context: ReadContext): CustomFields {
    if (!isObject(value)) {
      context.faults.add(path, 'must be an object');
      return {};
    }
    const fault = customFieldsFault(value);
    if (fault) context.faults.add(path, fault);
    return value as CustomFields;
  }

  schema(): JsonSchema {
    return { type: 'object', maxProperties: MAX_CUSTOM_FIELDS };
  }

  override blank(): CustomFields {
    return {};
  }
}

/** JSON values with arbitrary names. */
export const customFields = (): Format<CustomFields> => new CustomFieldsFormat();
