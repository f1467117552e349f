import { AsyncLocalStorage } from 'node:async_hooks';

/** A member who is logged in at the fan club, and the session. */
export interface LogIn {
  readonly sessionId: number;
  readonly customerId: number;
  readonly loggedInAt: Date;
}

/** A page that the provider shows itself: why a request of an application was refused. */
export interface ErrorPage {
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** What a request to the provider needs from the outside. */
export interface OpenidRequest {
  /** Null: nobody is logged in. */
  readonly logIn: LogIn | null;
  /** Renders a refusal. Null: the request cannot be refused with a page. */
  readonly errorPage: ((description: string) => ErrorPage) | null;
  /** Counts a wrong secret of an application. Null: the request has none. */
  readonly wrongSecret: ((clientId: string) => Promise<void>) | null;
}

const requests = new AsyncLocalStorage<OpenidRequest>();

/** Runs work of the provider library for a request. */
export const inRequest = <T>(request: OpenidRequest, work: () => T): T => requests.run(request, work);

/** The request that the provider library works for. */
export const currentRequest = (): OpenidRequest =>
  requests.getStore() ?? { logIn: null, errorPage: null, wrongSecret: null };
