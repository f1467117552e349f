import { isBlank, isMissing } from '#libs/validation';
import type { FanclubInfo, LoginProviderInfo } from '#platform/access';
import type { SignedRequestFields } from './dto/signed-request.body';
import { SocialLoginUnsupported } from './social.errors';

/** What the specification calls the provider, whatever a fan club calls its own (decisions 3.9). */
export const SOCIAL = 'social';

type Providers = Pick<FanclubInfo, 'loginProviders'>;

/** A signed request in a body, and the provider that its field names. */
export interface PresentedRequest {
  providerName: string;
  text: string;
}

const NAME = /^[a-z][a-z0-9_]*$/;
const FIELD = /^([a-z][a-z0-9_]*)_signed_request$/;

/**
 * The enabled provider of a name. `social` also means the first one, where none is called so.
 * @throws SocialLoginUnsupported
 */
export function enabledProvider({ loginProviders }: Providers, name: string): LoginProviderInfo {
  const provider =
    loginProviders.find((one) => one.name === name) ?? (name === SOCIAL ? loginProviders[0] : undefined);
  if (!provider) throw new SocialLoginUnsupported();
  return provider;
}

/**
 * The names of the provider that calls us by `name`, enabled or not, the preferred one first: those of {@link enabledProvider}.
 * @throws SocialLoginUnsupported for what no provider can be called
 */
export function callersNamed({ loginProviders }: Providers, name: string): string[] {
  if (!NAME.test(name)) throw new SocialLoginUnsupported();
  return name === SOCIAL ? [SOCIAL, ...loginProviders.slice(0, 1).map((first) => first.name)] : [name];
}

/**
 * The signed request of a body; of several, `social_signed_request` first, then
 * those of the fan club's providers. Null when there is none; a blank one, or one that is no text, is none (decisions 1.10).
 */
export function presentedRequest(
  requests: SignedRequestFields,
  { loginProviders }: Providers,
): PresentedRequest | null {
  const names = [SOCIAL, ...loginProviders.map(({ name }) => name), ...namesIn(requests)];
  for (const providerName of names) {
    const text = fieldOf(requests, `${providerName}_signed_request`);
    if (typeof text === 'string' && !isBlank(text)) return { providerName, text };
  }
  return null;
}

/** The first of some fields that is given and not blank; undefined if there is none. */
export function firstGiven(requests: SignedRequestFields, fields: readonly string[]): unknown {
  return fields.map((field) => fieldOf(requests, field)).find((value) => !isMissing(value));
}

function namesIn(requests: SignedRequestFields): string[] {
  return Object.keys(requests).flatMap((field) => FIELD.exec(field)?.[1] ?? []);
}

function fieldOf(requests: SignedRequestFields, field: string): unknown {
  return Object.hasOwn(requests, field) ? requests[field] : undefined;
}
