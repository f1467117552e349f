import type { Client, Provider } from 'oidc-provider';
import { currentRequest } from './openid-request';

/** A method of the library, which awaits it. Its types leave that out. */
interface Comparing {
  compareClientSecret(this: Client, given: string): boolean | Promise<boolean>;
}

/** Reports each wrong secret of an application to the request, which counts it. */
export function reportWrongSecrets(provider: Provider): void {
  const prototype = provider.Client.prototype as unknown as Comparing;
  const compare = Reflect.get(prototype, 'compareClientSecret');
  prototype.compareClientSecret = async function (given) {
    const isRight = await compare.call(this, given);
    if (!isRight) await currentRequest().wrongSecret?.(this.clientId);
    return isRight;
  };
}
