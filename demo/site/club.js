import { Fanclub, FanclubError, FanclubNetworkError } from './fanclub-client.js';
import { settings } from './settings.js';

/** The API of the fan club. Every page uses it. */
export const club = new Fanclub(settings);

let information = null;
/** The fan club's name and links. They are read once; a failure is not kept. */
export function fanclub() {
  information ??= club.get('/fanclub').then(
    ({ fanclub }) => fanclub,
    (error) => {
      information = null;
      throw error;
    },
  );
  return information;
}

/**
 * The address of the dates for calendar programs. It is beside the pages of the service. Null if none of the fan club's links leads to one of
 * those pages.
 */
export async function calendar() {
  const { links } = await fanclub();
  const hosted = Object.values(links).map((link) => /^https?:.*\/fanclubs\/\d+(?=\/)/.exec(link)?.[0]);
  const own = hosted.find(Boolean);
  return own ? `${own}/events.ics` : null;
}

/** The answer of every call that needs a log-in, for visitors who are not logged in. */
const LOG_IN_FIRST = 'Please log in to access your online benefits.';

/** A visitor has asked for a page that needs a log-in. */
export class NotLoggedIn extends Error {}

export const needsLogin = (error) =>
  error instanceof NotLoggedIn || (error instanceof FanclubError && error.messages.includes(LOG_IN_FIRST));

/** Whether the same call may succeed later. A refusal stays one, unless the service asks to wait. */
export const mayRetry = (error) => !(error instanceof FanclubError) || error.retryAfter !== null;

/** The sentences about a failure for the visitor: those of the API, or ours if it has not answered. */
export function messagesOf(error) {
  if (error instanceof FanclubError) return [...error.messages];
  if (error instanceof FanclubNetworkError)
    return ['The fan club cannot be reached at the moment. Please check your connection and try again.'];
  console.error(error); // A mistake of this site.
  return ['This page does not work at the moment. Please try again later.'];
}
