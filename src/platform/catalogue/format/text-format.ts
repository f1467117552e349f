import { isStorable } from '#libs/validation';
import { Format, type JsonSchema, type ReadContext } from './format';

/** The rules of a text. */
export interface TextRules {
  /** Must match the whole text; also part of the JSON Schema. */
  pattern?: RegExp;
  /** Lengths are in characters. */
  minLength?: number;
  maxLength?: number;
  /** The `format` keyword of the JSON Schema. */
  format?: string;
  /** Checks what the pattern cannot. */
  accepts?: (text: string) => boolean;
  /** The fault of an invalid text. */
  message: string;
}

/** A text that `convert` parses; `move` shifts a date by whole days. */
export class TextFormat<T> extends Format<T> {
  constructor(
    private readonly rules: TextRules,
    private readonly convert: (text: string) => T,
    private readonly move: (text: string, days: number) => string = (text) => text,
  ) {
    super();
  }

  read(value: unknown, path: string, context: ReadContext): T {
    if (typeof value !== 'string') {
      context.faults.add(path, this.rules.message);
    } else if (!isStorable(value)) {
      context.faults.add(path, 'must not contain NUL or a lone surrogate');
    } else if (!this.fits(value)) {
      context.faults.add(path, this.rules.message);
    } else {
      return this.convert(value);
    }
    return this.blank();
  }

  schema(): JsonSchema {
    const { pattern, minLength, maxLength, format } = this.rules;
    return { type: 'string', minLength, maxLength, pattern: pattern?.source, format };
  }

  override shift(value: unknown, days: number): unknown {
    return typeof value === 'string' && this.fits(value) ? this.move(value, days) : value;
  }

  private fits(text: string): boolean {
    const { pattern, minLength = 0, maxLength = Infinity, accepts } = this.rules;
    if (text.length < minLength || text.length > 2 * maxLength) return false;
    // A character may take two UTF-16 units. The characters are counted only if there are more units than the maximum.
    if (text.length > maxLength && [...text].length > maxLength) return false;
    return (pattern?.test(text) ?? true) && (accepts?.(text) ?? true);
  }
}
