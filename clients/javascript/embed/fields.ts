/** Fields of a form: texts, booleans of single checkboxes, and lists. */
export type FormFields = Record<string, string | boolean | string[]>;

/** A control of a form, as far as this file reads it. */
export interface Control {
  readonly name: string;
  readonly type: string;
  readonly value: string;
  readonly checked?: boolean;
  readonly disabled: boolean;
}

const WITHOUT_VALUE = ['submit', 'button', 'reset', 'image', 'fieldset', 'file'];

/**
 * The fields of a form as the API expects them. A checkbox is true or false. Controls whose name ends with `[]` are one list of the
 * checked or filled ones.
 */
export function fieldsOf(controls: Iterable<Control>): FormFields {
  const fields: FormFields = {};
  for (const { name, type, value, checked = false, disabled } of controls) {
    if (!name || disabled || WITHOUT_VALUE.includes(type)) continue;
    const isChoice = type === 'checkbox' || type === 'radio';
    if (name.endsWith('[]')) {
      const list = (fields[name.slice(0, -2)] ??= []) as string[];
      if (isChoice ? checked : value !== '') list.push(value);
    } else if (type === 'checkbox') fields[name] = checked;
    else if (!isChoice || checked) fields[name] = value;
  }
  return fields;
}

/** Without fields that the visitor left blank, which `POST /contacts` would refuse or store. */
export const withoutBlanks = (fields: FormFields): FormFields =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => typeof value === 'boolean' || value.length > 0),
  );
