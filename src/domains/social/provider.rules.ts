import { isBlank, isMissing } from '#libs/validation';
import type { FanclubInfo, LoginProviderInfo } from '#platform/access';
import type { SignedRequestFields } from './dto/signed-request.body';
import { SocialLoginUnsupported } from './social.errors';

/** The contract's name for the provider. It works even if the fan club gives the provider another name (contract 3.9). */
export const SOCIAL = 'social';

type Providers = Pick<FanclubInfo, 'loginProviders'>;

/** A signed request in a body, and the provider in the name of its field. */
export interface PresentedRequest {
  providerName: string;
  text: string;
}

const NAME = /^[a-z][a-z0-9_]*$/;
const FIELD = /^([a-z][a-z0-9_]*)_signed_request$/;

/**
 * The enabled provider of a name. `social` also means the first provider, if none has that name.
 * @throws SocialLoginUnsupported
 */
export function enabledProvider({ loginProviders }: Providers, name: string): LoginProviderInfo {
  const provider =
    loginProviders.find((one) => one.name === name) ?? (name === SOCIAL ? loginProviders[0] : undefined);
  if (!provider) throw new SocialLoginUnsupported();
  return provider;
}

/**
 * The possible names of the provider that calls the service as `name`, the preferred one first, as in {@link enabledProvider}. The
 * provider may be disabled.
 * @throws SocialLoginUnsupported for an invalid name
 */
export function callerNames({ loginProviders }: Providers, name: string): string[] {
  if (!NAME.test(name)) throw new SocialLoginUnsupported();
  return name === SOCIAL ? [SOCIAL, ...loginProviders.slice(0, 1).map((first) => first.name)] : [name];
}

/**
 * The signed request of a body; null without one. If there are several, `social` takes precedence, then the fan club's providers
 * in their order. Blank values and other types are ignored (contract 1.10).
 */
export function presentedRequest(
  requests: SignedRequestFields,
  { loginProviders }: Providers,
): PresentedRequest | null {
  const sent = Object.keys(requests).flatMap((field) => FIELD.exec(field)?.[1] ?? []);
  const names = [SOCIAL, ...loginProviders.map(({ name }) => name), ...sent];
  for (const providerName of names) {
    const text = fieldOf(requests, `${providerName}_signed_request`);
    if (typeof text === 'string' && !isBlank(text)) return { providerName, text };
  }
  return null;
}

/** The first of these fields that is not blank; undefined if there is none. */
export function firstGiven(requests: SignedRequestFields, fields: readonly string[]): unknown {
  return fields.map((field) => fieldOf(requests, field)).find((value) => !isMissing(value));
}

function fieldOf(requests: SignedRequestFields, field: string): unknown {
  return Object.hasOwn(requests, field) ? requests[field] : undefined;
}
