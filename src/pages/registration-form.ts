import { fill } from '#libs/validation';
import { CreateAccountBody } from '#domains/accounts';
import type { FanclubInfo } from '#platform/access';
import { type Consent, type FieldSpec, textOf } from './form.rules';
import { newPasswordFields, newPasswordOf } from './password-fields';

const TERMS = 'accept_terms';

const text = (
  body: unknown,
  name: string,
  label: string,
  autocomplete: FieldSpec['autocomplete'],
): FieldSpec => ({ name, label, type: 'text', autocomplete, value: textOf(body, name) });

/** The fields of the registration form, with the values sent before except the password. */
export function registrationFields({ forumIntegration }: FanclubInfo, body: unknown): FieldSpec[] {
  return [
    { ...text(body, 'email', 'Email', 'username'), type: 'email' },
    text(body, 'first_name', 'First name', 'given-name'),
    text(body, 'last_name', 'Last name', 'family-name'),
    { ...text(body, 'birthdate', 'Birthdate', 'bday'), type: 'date' },
    ...(forumIntegration
      ? [
          {
            ...text(body, 'username', 'Username', 'nickname'),
            hint: 'The name that others see in the forum.',
          },
        ]
      : []),
    ...newPasswordFields('Password'),
  ];
}

/** The checkbox that accepts the terms; `href` is their address. */
export function termsConsent(href: string, body: unknown): Consent {
  return {
    name: TERMS,
    text: 'I accept the',
    link: { label: 'terms of service', href },
    refusal: 'Must accept terms of service',
    ticked: isTicked(body),
  };
}

/** The form's values, as POST /accounts takes them. Password and terms always count as sent, as the page asks for both. */
export function registrationOf(body: unknown): CreateAccountBody {
  const texts = ['email', 'first_name', 'last_name', 'birthdate', 'username'].map((name) => [
    name,
    textOf(body, name),
  ]);
  return fill(CreateAccountBody, {
    ...Object.fromEntries(texts),
    accept_terms: isTicked(body),
    password_attributes: newPasswordOf(body),
  });
}

const isTicked = (body: unknown): boolean => textOf(body, TERMS) === 'true';
