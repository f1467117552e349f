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

/** One fault of a form. */
interface Failure {
  field: string;
  sentence: string;
  /** The field's message in `errors`; null if it has none there. */
  message: string | null;
}

/**
 * Collects the faults of a form. Each entry produces both shapes of the contract: the sentence "Email has already been taken" in
 * `messages`, and `{email: ["has already been taken"]}` in `errors`.
 */
export class FieldErrors {
  private readonly failures: Failure[] = [];

  /** @param order the fields in the order of their messages; other fields follow in the order in which they were added */
  constructor(private readonly order: readonly string[] = []) {}

  /** Adds a message about a field; `label` replaces the field's humanized name at the start of the sentence. */
  add(field: string, message: string, label = humanize(field)): this {
    return this.insert({ field, sentence: `${label} ${message}`, message });
  }

  /** Adds a whole sentence to `messages`, in the field's place. It is not in `errors`. */
  addSentence(field: string, sentence: string): this {
    return this.insert({ field, sentence, message: null });
  }

  /** Adds all entries of another collection. */
  merge(others: FieldErrors): this {
    for (const failure of others.failures) this.insert(failure);
    return this;
  }

  /** Whether the field has a fault. */
  has(field: string): boolean {
    return this.failures.some((failure) => failure.field === field);
  }

  get isEmpty(): boolean {
    return this.failures.length === 0;
  }

  /**
   * Throws {@link InvalidFields} if anything was added.
   * @param withErrors sends the messages by field as well
   * @param onlyFirst sends the first message alone
   */
  throwIfAny({ withErrors = false, onlyFirst = false } = {}): void {
    if (this.isEmpty) return;
    const sentences = this.failures.map(({ sentence }) => sentence);
    throw new InvalidFields(
      onlyFirst ? sentences.slice(0, 1) : sentences,
      withErrors ? this.byField() : undefined,
    );
  }

  private insert(failure: Failure): this {
    const rank = this.rankOf(failure);
    const next = this.failures.findIndex((one) => this.rankOf(one) > rank);
    this.failures.splice(next < 0 ? this.failures.length : next, 0, failure);
    return this;
  }

  private rankOf({ field }: Failure): number {
    const at = this.order.indexOf(field);
    return at < 0 ? this.order.length : at;
  }

  private byField(): FieldMessages {
    const fields: FieldMessages = {};
    for (const { field, message } of this.failures) {
      if (message !== null) (fields[field] ??= []).push(message);
    }
    return fields;
  }
}
