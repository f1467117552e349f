// Traffic during the drill: contacts sign up, and the writer notes every sign-up that the service has acknowledged.
import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds between two sign-ups. */
const PAUSE = 20;

/** Signs up contacts until it is stopped. `acknowledged` has the e-mail addresses that the service has accepted. */
export function startWriter(port, key) {
  const acknowledged = [];
  let isStopping = false;
  const run = `${port}-${Math.round(performance.now())}`;
  const working = (async () => {
    for (let n = 0; !isStopping; n += 1) {
      const email = `drill-${run}-${n}@example.com`;
      const response = await fetch(`http://127.0.0.1:${port}/api/v1/contacts?key=${key}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ contact: { email } }),
      }).catch(() => null);
      const answer = await response?.json().catch(() => null);
      if (answer?.status === 'ok') acknowledged.push(email);
      await sleep(PAUSE);
    }
  })();
  return {
    acknowledged,
    async stop() {
      isStopping = true;
      await working;
    },
  };
}
