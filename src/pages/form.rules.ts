import { humanize } from '#libs/envelope';

/** Name of the hidden field that carries a form's token. */
export const FORM_TOKEN = 'form_token';

/** Name of the button that shows or hides the passwords typed into a form. */
export const PASSWORDS = 'passwords';

/** A text field as a page declares it. */
export interface FieldSpec {
  /** Also the field's id on the page. */
  name: string;
  label: string;
  type: 'email' | 'password' | 'text' | 'date';
  /** Tells browsers and password managers what belongs here. */
  autocomplete:
    'username' | 'current-password' | 'new-password' | 'given-name' | 'family-name' | 'bday' | 'nickname';
  hint?: string;
  /** The initial text; ignored for a password. */
  value?: string;
  /** Read-only: shown for information, and for the password manager. */
  fixed?: boolean;
}

/** A text field as a template shows it. */
export interface FieldView {
  name: string;
  label: string;
  type: FieldSpec['type'];
  /** Whether its text is shown; false for a password unless the visitor asked to see it. */
  legible: boolean;
  autocomplete: string;
  hint: string | null;
  value: string;
  fixed: boolean;
  /** Whether it has the focus when the page opens. */
  focused: boolean;
  invalid: boolean;
  problem: string | null;
  /** Ids of what describes the field, separated by spaces; empty for none. */
  describedBy: string;
}

/** The checkbox below the fields: "I accept the terms of service". */
export interface Consent {
  name: string;
  /** The text before the link. */
  text: string;
  link: { label: string; href: string };
  /** The sentence shown if it was not ticked. */
  refusal: string;
  ticked: boolean;
}

/** A form as a template shows it. */
export interface FormView {
  tokenName: string;
  /** The address that the form is sent to; null: the address of its page. */
  action: string | null;
  button: string;
  /** The button that shows or hides passwords, see {@link PASSWORDS}; null for a form without a password field. */
  passwords: { name: string; value: 'show' | 'hide'; label: string } | null;
  /** Hidden fields. */
  hidden: { name: string; value: string }[];
  fields: FieldView[];
  /** Null for a form without one. */
  consent: (Consent & { problem: string | null }) | null;
  problemsHeading: string;
  /** `field` is the id of the field that a sentence is about; null if it is about none or several. */
  problems: { text: string; field: string | null }[];
}

/** The problems of a form that is shown again. */
export interface Problems {
  /** The messages of the API. */
  sentences: readonly string[];
  /** Fields that are only wrong together, such as e-mail address and password; absent: each sentence names its own field. */
  together?: readonly string[];
}

/** Builds a form. It shows problems above the form and at their fields. */
export function formView(
  button: string,
  fields: readonly FieldSpec[],
  problems?: Problems,
  hidden: Record<string, string> = {},
  consent: Consent | null = null,
): FormView {
  const sentences = problems?.sentences ?? [];
  const found = sentences.map((text) => ({
    text,
    field: problems?.together ? null : text === consent?.refusal ? consent.name : fieldNamedBy(text, fields),
  }));
  return {
    tokenName: FORM_TOKEN,
    action: null,
    button,
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

function fieldView(field: FieldSpec, problems: readonly string[], together: boolean): FieldView {
  const { name, label, type, autocomplete, hint, value, fixed } = field;
  const describedBy = [
    ...(hint === undefined ? [] : [`${name}-hint`]),
    ...(problems.length === 0 ? [] : [`${name}-problem`]),
    ...(together ? ['problems'] : []),
  ];
  return {
    name,
    label,
    type,
    legible: type !== 'password',
    autocomplete,
    hint: hint ?? null,
    value: type === 'password' ? '' : (value ?? ''),
    fixed: fixed ?? false,
    focused: false,
    invalid: together || problems.length > 0,
    problem: problems.length === 0 ? null : problems.join('. '),
    describedBy: describedBy.join(' '),
  };
}

function passwordsButton(
  fields: readonly Pick<FieldSpec, 'type'>[],
  value: 'show' | 'hide',
): FormView['passwords'] {
  const count = fields.filter(({ type }) => type === 'password').length;
  if (count === 0) return null;
  const label = `${value === 'show' ? 'Show' : 'Hide'} ${count === 1 ? 'password' : 'passwords'}`;
  return { name: PASSWORDS, value, label };
}

/** Whether the {@link PASSWORDS} button sent a form. The form is then only shown again, with the texts typed into it. */
export function isPasswordsRequest(body: unknown): boolean {
  return ['show', 'hide'].includes(textOf(body, PASSWORDS));
}

/** The form with the texts typed into it; its passwords are shown if the `show` button sent it. */
export function withTyped(form: FormView, body: unknown): FormView {
  const legible = textOf(body, PASSWORDS) === 'show';
  const first = form.fields.find(({ type }) => type === 'password');
  return {
    ...form,
    passwords: passwordsButton(form.fields, legible ? 'hide' : 'show'),
    fields: form.fields.map((field) => ({
      ...field,
      value: field.fixed ? field.value : textOf(body, field.name),
      legible: field.type !== 'password' || legible,
      focused: field === first,
    })),
    consent: form.consent && { ...form.consent, ticked: isSent(body, form.consent.name) },
  };
}

/** The field whose name begins a sentence. The longest name wins: "Password confirmation" over "Password". */
function fieldNamedBy(sentence: string, fields: readonly FieldSpec[]): string | null {
  const named = fields
    .filter(({ name }) => sentence.startsWith(`${humanize(name)} `))
    .sort((a, b) => b.name.length - a.name.length);
  return named[0]?.name ?? null;
}

/** Whether a form sent a field, even if it is empty. */
export function isSent(body: unknown, name: string): body is object {
  return typeof body === 'object' && body !== null && Object.hasOwn(body, name);
}

/** The text of a field; empty if it was not sent. */
export function textOf(body: unknown, name: string): string {
  if (!isSent(body, name)) return '';
  const value = (body as Record<string, unknown>)[name];
  return typeof value === 'string' ? value : '';
}
