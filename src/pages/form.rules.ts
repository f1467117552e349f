import { humanize } from '#libs/envelope';

/** The hidden field with a form's token. */
export const FORM_TOKEN = 'form_token';

/** The button that shows or hides the passwords typed into a form. */
export const PASSWORDS = 'passwords';

/** A text field as a page declares it. */
export interface FieldSpec {
  /** Also the field's id on the page. */
  name: string;
  label: string;
  /** `long`: a text of several lines. */
  type: 'email' | 'password' | 'text' | 'long' | 'date' | 'choice';
  autocomplete:
    | 'username'
    | 'current-password'
    | 'new-password'
    | 'given-name'
    | 'family-name'
    | 'bday'
    | 'nickname'
    | 'address-line1'
    | 'address-line2'
    | 'address-level2'
    | 'address-level1'
    | 'postal-code'
    | 'country'
    | 'off';
  /** What a `choice` offers; the first one is preselected unless `value` says otherwise. */
  options?: readonly { readonly value: string; readonly label: string }[];
  hint?: string;
  /** Whether the label says that a choice is needed. */
  required?: boolean;
  /** The initial text; ignored for a password. */
  value?: string;
  /** Whether it is read-only. */
  fixed?: boolean;
}

/** The checkbox below the fields: "I accept the terms of service". */
export interface Consent {
  name: string;
  /** The text before the link. */
  text: string;
  link: { label: string; href: string };
  /** The sentence shown if the checkbox was not ticked. */
  refusal: string;
  ticked: boolean;
}

/** A sentence with a link, directly above the button. */
export interface Note {
  /** The text before the link. */
  text: string;
  link: { label: string; href: string };
}

/** The fields that a form sent. A value that is not a text, such as a list, counts as empty. */
export type SentForm = Readonly<Record<string, string | undefined>>;

/** A form as a template shows it. */
export type FormView = ReturnType<typeof formView>;

/** The problems of a form that is shown again. */
export interface Problems {
  /** The messages of the API. */
  sentences: readonly string[];
  /** Fields that are wrong only in combination, such as e-mail address and password. If absent, each sentence names its field. */
  together?: readonly string[];
}

/** Builds a form, with its problems above the form and at their fields. */
export function formView(
  button: string,
  fields: readonly FieldSpec[],
  problems?: Problems,
  hidden: Record<string, string> = {},
  consent: Consent | null = null,
) {
  const sentences = problems?.sentences ?? [];
  const found = sentences.map((text) => ({
    text,
    /** The id of the field that the sentence is about; null if it is about none or several. */
    field: problems?.together ? null : text === consent?.refusal ? consent.name : fieldNamedBy(text, fields),
  }));
  return {
    tokenName: FORM_TOKEN,
    /** The address that the form is sent to; null: the address of its page. */
    action: null as string | null,
    note: null as Note | null,
    button,
    /** Whether the page has a more important button than this form's. */
    isQuiet: false,
    passwords: passwordsButton(fields, 'show'),
    hidden: Object.entries(hidden).map(([name, value]) => ({ name, value })),
    fields: fields.map((field) => {
      const own = found.filter((problem) => problem.field === field.name).map(({ text }) => text);
      return fieldView(field, own, problems?.together?.includes(field.name) ?? false);
    }),
    consent: consent && {
      ...consent,
      problem: sentences.includes(consent.refusal) ? consent.refusal : null,
    },
    problemsHeading: found.length === 1 ? 'There is a problem' : 'There are some problems',
    problems: found,
  };
}

function fieldView(field: FieldSpec, problems: readonly string[], together: boolean) {
  const { name, type, hint = null, value = '', fixed = false, required = false } = field;
  const describedBy = [
    ...(hint === null ? [] : [`${name}-hint`]),
    ...(problems.length === 0 ? [] : [`${name}-problem`]),
    ...(together ? ['problems'] : []),
  ];
  return {
    ...field,
    /** False for a password that the browser hides. */
    legible: type !== 'password',
    hint,
    value: type === 'password' ? '' : value,
    fixed,
    required,
    /** Whether it has the focus when the page opens. */
    focused: false,
    options: field.options ?? [],
    invalid: together || problems.length > 0,
    problem: problems.length === 0 ? null : problems.join('. '),
    /** Ids of the elements that describe the field, separated by spaces; empty for none. */
    describedBy: describedBy.join(' '),
  };
}

/** The button that shows or hides passwords, see {@link PASSWORDS}; null for a form without a password field. */
function passwordsButton(fields: readonly Pick<FieldSpec, 'type'>[], value: 'show' | 'hide') {
  const count = fields.filter(({ type }) => type === 'password').length;
  if (count === 0) return null;
  const label = `${value === 'show' ? 'Show' : 'Hide'} ${count === 1 ? 'password' : 'passwords'}`;
  return { name: PASSWORDS, value, label };
}

/** Whether the {@link PASSWORDS} button sent the form. Then it is only shown again, with the typed texts. */
export function isPasswordsRequest(sent: SentForm): boolean {
  return ['show', 'hide'].includes(sent[PASSWORDS] ?? '');
}

/** The form with the texts typed into it. Passwords are readable if the button `show` sent the form. */
export function withTyped(form: FormView, sent: SentForm): FormView {
  const legible = sent[PASSWORDS] === 'show';
  const first = form.fields.find(({ type }) => type === 'password');
  return {
    ...form,
    passwords: passwordsButton(form.fields, legible ? 'hide' : 'show'),
    fields: form.fields.map((field) => ({
      ...field,
      value: field.fixed ? field.value : (sent[field.name] ?? ''),
      legible: field.type !== 'password' || legible,
      focused: field === first,
    })),
    consent: form.consent && { ...form.consent, ticked: sent[form.consent.name] !== undefined },
  };
}

/**
 * The field whose name, or whose label if it is a choice, begins a sentence. The longest one wins: "Password confirmation" over
 * "Password".
 */
function fieldNamedBy(sentence: string, fields: readonly FieldSpec[]): string | null {
  const named = fields
    .map(({ name, type, label }) => ({
      name,
      begins: [humanize(name), ...(type === 'choice' ? [label] : [])],
    }))
    .map(({ name, begins }) => ({
      name,
      begin: begins.find((begin) => sentence.startsWith(`${begin} `)) ?? '',
    }))
    .filter(({ begin }) => begin !== '')
    .sort((a, b) => b.begin.length - a.begin.length);
  return named[0]?.name ?? null;
}

/** The fields of a request's body. */
export function sentForm(body: unknown): SentForm {
  const fields = typeof body === 'object' && body !== null ? Object.entries(body) : [];
  return Object.fromEntries(fields.map(([name, value]) => [name, typeof value === 'string' ? value : '']));
}
