import { DomainError, type FieldMessages } from './domain-error';

/** `first_name` → `First name`: how a field is called at the start of a sentence. */
export function humanize(field: string): string {
  const words = field.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Refusal of a form: every message that {@link FieldErrors} collected. */
export class InvalidFields extends DomainError {
  constructor(
    readonly messages: readonly string[],
    override readonly errors?: FieldMessages,
  ) {
    super();
  }
}

/**
 * Collects what is wrong with a form, in the order in which it was found. One entry makes both shapes of the contract:
 * the sentence "Email has already been taken" in `messages` and `{email: ["has already been taken"]}` in `errors`.
 */
export class FieldErrors {
  private readonly sentences: string[] = [];
  private readonly fields: FieldMessages = {};

  /** Adds a message about a field; `label` replaces the field's humanized name at the start of the sentence. */
  add(field: string, message: string, label = humanize(field)): this {
    this.sentences.push(`${label} ${message}`);
    (this.fields[field] ??= []).push(message);
    return this;
  }

  /** Adds a whole sentence that names no field. */
  addSentence(sentence: string): this {
    this.sentences.push(sentence);
    return this;
  }

  get isEmpty(): boolean {
    return this.sentences.length === 0;
  }

  /** Throws {@link InvalidFields} if anything was added; `withErrors` also sends the messages by field. */
  throwIfAny({ withErrors = false } = {}): void {
    if (!this.isEmpty) throw new InvalidFields(this.sentences, withErrors ? this.fields : undefined);
  }
}
