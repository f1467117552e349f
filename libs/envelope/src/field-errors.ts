import { DomainError, type FieldMessages } from './domain-error';

/** `first_name` → `First name`: a field's name at the start of a sentence. */
export function humanize(field: string): string {
  const words = field.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Refuses a form with all messages that {@link FieldErrors} collected. */
export class InvalidFields extends DomainError {
  constructor(
    readonly messages: readonly string[],
    override readonly errors?: FieldMessages,
  ) {
    super();
  }
}

/**
 * Collects the faults of a form, in the order in which they are added. Each entry produces both shapes of the contract: the
 * sentence "Email has already been taken" in `messages`, and `{email: ["has already been taken"]}` in `errors`.
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

  /** Adds a whole sentence that belongs to no field. */
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
