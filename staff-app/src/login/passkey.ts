import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';
import { HttpError } from 'react-admin';
import { send } from '../api/http';
import type { PasskeyStep } from '../api/generated';

/** All refusals of the browser get one text: it failed or was cancelled. */
const refused = (error: unknown): never => {
  if (error instanceof HttpError) throw error;
  throw new HttpError('The passkey was not used. Please try again, or log in another way.', 0);
};

/** Logs in, or proves that it is still the same person. */
export async function usePasskey(purpose: 'login' | 'proof'): Promise<void> {
  const path = purpose === 'login' ? '/session/passkey' : '/me/proof/passkey';
  const asks = purpose === 'login' ? false : undefined;
  const { data } = await send<PasskeyStep>(`${path}/options`, {
    method: 'POST',
    asks,
  });
  // The document leaves the options to WebAuthn.
  const optionsJSON = data.options as unknown as PublicKeyCredentialRequestOptionsJSON;
  const response = await startAuthentication({ optionsJSON }).catch(refused);
  await send(path, { method: 'POST', body: { token: data.token, response }, asks });
}

/** Makes a passkey on this device; the result is sent with a name. */
export async function makePasskey({
  options,
  token,
}: PasskeyStep): Promise<{ token: string; response: object }> {
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const response = await startRegistration({ optionsJSON }).catch(refused);
  return { token, response };
}
