import { newPassword, type NewPassword } from '#domains/accounts';
import { type FieldSpec, textOf } from './form.rules';

/** Asks for a new password twice, to catch typing errors. */
export function newPasswordFields(label: string): FieldSpec[] {
  return [
    {
      name: 'password',
      label,
      type: 'password',
      autocomplete: 'new-password',
      hint: 'At least 8 characters. A few words that belong together only for you make a good one.',
    },
    {
      name: 'password_confirmation',
      label: `${label} confirmation`,
      type: 'password',
      autocomplete: 'new-password',
    },
  ];
}

/** The address of the account, read-only. It shows visitors and password managers which account the password is for. */
export function knownAddress(value: string): FieldSpec {
  return { name: 'email', label: 'Email', type: 'email', autocomplete: 'username', value, fixed: true };
}

/** The values of {@link newPasswordFields}; a missing field counts as blank. */
export function newPasswordOf(body: unknown): NewPassword {
  return newPassword({
    password: textOf(body, 'password'),
    password_confirmation: textOf(body, 'password_confirmation'),
  });
}
