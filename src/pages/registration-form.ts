import { fill } from '#libs/validation';
import { CreateAccountBody } from '#domains/accounts';
import type { FanclubInfo } from '#platform/access';
import { emailField, newPasswordFields, newPasswordOf } from './account-fields';
import type { Consent, FieldSpec, Note, SentForm } from './form.rules';

const TERMS = 'accept_terms';

type TextField = Pick<FieldSpec, 'name' | 'label' | 'autocomplete'> & Partial<FieldSpec>;

/** The fields of the registration form, with the values sent before, except the password. */
export function registrationFields({ forumIntegration }: FanclubInfo, sent: SentForm): FieldSpec[] {
  const text = (field: TextField): FieldSpec => ({ type: 'text', value: sent[field.name], ...field });
  const username = text({
    name: 'username',
    label: 'Username',
    autocomplete: 'nickname',
    hint: 'The name that others see in the forum.',
  });
  return [
    emailField(sent.email),
    text({ name: 'first_name', label: 'First name', autocomplete: 'given-name' }),
    text({ name: 'last_name', label: 'Last name', autocomplete: 'family-name' }),
    text({ name: 'birthdate', label: 'Birthdate', autocomplete: 'bday', type: 'date' }),
    ...(forumIntegration ? [username] : []),
    ...newPasswordFields('Password'),
  ];
}

const termsLink = (href: string) => ({ label: 'terms of service', href });

/** The sentence about the terms for buyers who order; `href` is their address. */
export const termsNote = (href: string): Note => ({
  text: 'By ordering you accept the',
  link: termsLink(href),
});

/** The checkbox that accepts the terms; `href` is their address. */
export function termsConsent(href: string, sent: SentForm): Consent {
  return {
    name: TERMS,
    text: 'I accept the',
    link: termsLink(href),
    refusal: 'Must accept terms of service',
    ticked: isTicked(sent),
  };
}

/** The body of POST /accounts. Password and terms always count as sent, because the page has fields for both. */
export function registrationOf(sent: SentForm): CreateAccountBody {
  const { email, first_name, last_name, birthdate, username } = sent;
  const texts = { email, first_name, last_name, birthdate, username };
  const consents = { accept_terms: isTicked(sent), password_attributes: newPasswordOf(sent) };
  return fill(CreateAccountBody, { ...texts, ...consents });
}

const isTicked = (sent: SentForm): boolean => sent[TERMS] === 'true';
