import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import { currentRequest, type LogIn } from './openid-request';

/** A session of the library, with the session of ours that it follows. */
interface Followed {
  accountId?: string;
  loginTs?: number;
  ours?: number;
  authorizations?: object;
  loginAccount(details: { accountId: string; loginTs: number }): void;
}

interface SessionClass {
  get(ctx: KoaContextWithOIDC): Promise<Followed>;
  instantiate(payload?: object): Followed;
}

/**
 * Makes the library's session follow ours: it is over with ours, and begins when an authorization begins in ours. So a member logs in
 * once, on the hosted page, and `prompt=none` knows it.
 */
export function followLogIns(provider: Provider): void {
  const Session = provider.Session as unknown as SessionClass;
  const known = Reflect.get(Session, 'IN_PAYLOAD') as readonly string[];
  Object.defineProperty(Session, 'IN_PAYLOAD', { get: () => [...known, 'ours'] });
  const get = Session.get.bind(Session);
  Session.get = async (ctx) => {
    const found = await get(ctx);
    const { logIn } = currentRequest();
    const session = followed(Session, found, logIn);
    if (session !== found) ctx.oidc.entity('Session', session);
    return session;
  };
}

function followed(Session: SessionClass, found: Followed, logIn: LogIn | null): Followed {
  if (logIn === null) return found.accountId === undefined ? found : Session.instantiate();
  if (found.accountId !== undefined && found.ours === logIn.sessionId) return found;
  const session = found.accountId === undefined ? found : Session.instantiate({});
  session.loginAccount({ accountId: String(logIn.customerId), loginTs: secondsOf(logIn.loggedInAt) });
  session.ours = logIn.sessionId;
  // The library stores a session only if it was changed.
  Object.defineProperty(session, 'touched', { value: true, writable: true, configurable: true });
  return session;
}

export const secondsOf = (instant: Date): number => Math.floor(instant.getTime() / 1000);
