import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';
import { HttpError } from 'react-admin';
import { send } from '../api/http';

/** What the service wants to be done with a passkey, and the token that goes back with the response. */
export interface PasskeyStep<Options> {
  readonly options: Options;
  readonly token: string;
}

/** The browser's refusals are one kind for the person: it did not work, or was stopped. */
const refused = (error: unknown): never => {
  if (error instanceof HttpError) throw error;
  throw new HttpError('The passkey was not used. Please try again, or log in another way.', 0);
};

/** Logs in, or proves that it is still the same person. */
export async function usePasskey(purpose: 'login' | 'proof'): Promise<void> {
  const path = purpose === 'login' ? '/session/passkey' : '/me/proof/passkey';
  const asks = purpose === 'login' ? false : undefined;
  const { data } = await send<PasskeyStep<PublicKeyCredentialRequestOptionsJSON>>(`${path}/options`, {
    method: 'POST',
    asks,
  });
  const response = await startAuthentication({ optionsJSON: data.options }).catch(refused);
  await send(path, { method: 'POST', body: { token: data.token, response }, asks });
}

/** Makes a passkey on this device; the result is sent with a name. */
export async function makePasskey({
  options,
  token,
}: PasskeyStep<PublicKeyCredentialCreationOptionsJSON>): Promise<{ token: string; response: object }> {
  const response = await startRegistration({ optionsJSON: options }).catch(refused);
  return { token, response };
}
