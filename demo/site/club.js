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

/** The address of the dates for calendar programs; null if the fan club has replaced all pages of the service, which lead there. */
export async function calendar() {
  const { links } = await fanclub();
  const hosted = Object.values(links).map((link) => /^https?:.*\/fanclubs\/\d+(?=\/)/.exec(link)?.[0]);
  const own = hosted.find(Boolean);
  return own ? `${own}/events.ics` : null;
}

/** The answer of every call that needs a log-in, for visitors without one. */
const LOG_IN_FIRST = 'Please log in to access your online benefits.';

/** A page for members is asked for by a visitor. */
export class NotLoggedIn extends Error {}

export const needsLogin = (error) =>
  error instanceof NotLoggedIn || (error instanceof FanclubError && error.messages.includes(LOG_IN_FIRST));

/** What to tell the visitor about a failure: the sentences of the API, or ours if there is no answer. */
export function messagesOf(error) {
  if (error instanceof FanclubError) return [...error.messages];
  if (error instanceof FanclubNetworkError)
    return ['The fan club cannot be reached at the moment. Please check your connection and try again.'];
  console.error(error); // A mistake of this site.
  return ['This page does not work at the moment. Please try again later.'];
}
