import { fill } from '#libs/validation';
import { CreateAccountBody } from '#domains/accounts';
import type { FanclubInfo } from '#platform/access';
import { emailField, knownAddress, newPasswordFields, newPasswordOf } from './account-fields';
import type { Consent, FieldSpec, Note, SentForm } from './form.rules';

const TERMS = 'accept_terms';

type TextField = Pick<FieldSpec, 'name' | 'label' | 'autocomplete'> & Partial<FieldSpec>;

/**
 * The fields of the registration form, with the values sent before, except the password.
 * @param provenBy for who registers with another account: the address that it has proved
 */
export function registrationFields(
  { forumIntegration }: FanclubInfo,
  sent: SentForm,
  provenBy: { readonly email: string | null } | null = null,
): FieldSpec[] {
  const text = (field: TextField): FieldSpec => ({ type: 'text', value: sent[field.name], ...field });
  const username = text({
    name: 'username',
    label: 'Username',
    autocomplete: 'nickname',
    hint: 'The name that others see in the forum.',
  });
  return [
    provenBy?.email ? knownAddress(provenBy.email) : emailField(sent.email),
    text({ name: 'first_name', label: 'First name', autocomplete: 'given-name' }),
    text({ name: 'last_name', label: 'Last name', autocomplete: 'family-name' }),
    text({ name: 'birthdate', label: 'Birthdate', autocomplete: 'bday', type: 'date' }),
    ...(forumIntegration ? [username] : []),
    ...(provenBy ? [] : newPasswordFields('Password')),
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

/** The same for somebody with an account at another service, who needs no password. */
export function connectedRegistrationOf(sent: SentForm): CreateAccountBody {
  const { email, first_name, last_name, birthdate, username } = sent;
  const texts = { email, first_name, last_name, birthdate, username };
  return fill(CreateAccountBody, { ...texts, accept_terms: isTicked(sent) });
}

const isTicked = (sent: SentForm): boolean => sent[TERMS] === 'true';
