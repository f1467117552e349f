// A fan waits for the presale: logged-in fans of one club reload events and account every two seconds, until the codes appear.
import { setTimeout as sleep } from 'node:timers/promises';
import { firstFans } from './cookies.mjs';
import { drive } from './load/drive.mjs';
import { bytesOf, inTurn } from './load/request.mjs';
import { median } from './load/statistics.mjs';
import { sideBySide } from './measure.mjs';
import { line } from './report.mjs';
import { requestsOf } from './rows.mjs';
import { expectSameBytes } from './same-bytes.mjs';
import { ask } from './stage.mjs';

export const PRESALE = { cost: 'a fan waits for the presale', code: 'the presale opens' };

export const FANS = { full: 2_000, quick: 100 };
export const RELOAD_SECONDS = 2;
/** A browser keeps its connection. */
export const CONNECTIONS = 200;

/** Only links that are open are in the answer, so codes appear when the presale of their link begins. */
export const EVENTS = '/events?schedule=current';

/** How the presale of an event begins at an instant, for all members. */
const OPEN_AT = `
  UPDATE ticket_links SET status = 'Show On Specific Dates Only', publish_start = $1
  WHERE fanclub_id = 1 AND event_id = 1040 AND position = 1`;

/** The instant is this long after the fans begin to reload. */
export const LEAD_SECONDS = 2 * RELOAD_SECONDS;

export async function measurePresale({ stage, settings, say, lines, headers }, servers, { size, url }) {
  if (!Object.values(PRESALE).some((name) => settings.wants(name))) return;
  const fans = await firstFans(stage.sessionKey, size, settings.quick ? FANS.quick : FANS.full);
  const rate = (fans.length * 2) / RELOAD_SECONDS;
  const requests = requestsOf({ paths: [EVENTS, '/account'] }, fans);
  for (const request of requests.slice(0, 25))
    (await expectSameBytes(...servers, request)).forEach((header) => headers.add(header));
  if (settings.wants(PRESALE.cost)) {
    say(`· ${PRESALE.cost}`);
    // Each fan reloads at least once in a round.
    const seconds = Math.max(settings.seconds, settings.quick ? 0 : RELOAD_SECONDS);
    const next = () => inTurn(requests);
    const figures = await sideBySide(servers, { ...settings, seconds, next, rate, connections: CONNECTIONS });
    if (figures[0].cpuMicros !== null) lines.push(costLine(PRESALE.cost, figures, rate));
  }
  if (settings.wants(PRESALE.code)) {
    say(`· ${PRESALE.code}`);
    lines.push(await openingLine(servers[0], { fans, requests, rate, url }));
  }
}

/** The peer does not keep up with the fans, so what is compared is the time of the processor. */
export function costLine(name, [ours, theirs], rate) {
  const ratios = ours.rounds.map(({ cpuMicros }, at) => theirs.rounds[at].cpuMicros / cpuMicros);
  const details = {
    'µs of processor': `${Math.round(ours.cpuMicros)} / ${Math.round(theirs.cpuMicros)}`,
    'req/s': `${Math.round(ours.perSecond)} / ${Math.round(theirs.perSecond)} of ${rate}`,
    'p99 ms': `${ours.p99.toFixed(1)} / ${theirs.p99.toFixed(1)}`,
  };
  return { ...line(name, median(ratios), { target: 4, stretch: 8, details }), ours, peer: theirs };
}

/** Seconds from a fan's first reload after the instant to the first answer with the code, of the slowest fan. */
async function openingLine({ port }, { fans, requests, rate, url }) {
  const instant = Date.now() + (LEAD_SECONDS + 1) * 1000;
  await ask(url, OPEN_AT, [new Date(instant)]);
  await sleep(1000);
  const seconds = LEAD_SECONDS + 2 * RELOAD_SECONDS;
  const answers = await reloads(port, { fans, requests, rate, seconds });
  const opens = instant - performance.timeOrigin;
  const waits = [...answers.values()].flatMap((all) => waitOf(all, opens) ?? []);
  const [slowest, middle] = waits.length === 0 ? [Infinity, null] : [Math.max(...waits), median(waits)];
  const details = { 'fans who saw the link': waits.length, 'median s': middle };
  return line(PRESALE.code, slowest, { target: 1, isMost: true, unit: 's', details });
}

/**
 * The answers about events of each fan, while all of them reload. A page that still waits for its answer does not reload again.
 * @param requests two of each fan, the first one for events
 * @param isOver asked before each request; absent: they reload for the whole time
 */
export async function reloads(port, { fans, requests, rate, seconds, isOver = () => false }) {
  const bytes = requests.map(bytesOf);
  const fanOf = new Map(fans.map((fan, at) => [bytes[2 * at], fan]));
  const answers = new Map(fans.map((fan) => [fan, []]));
  let at = 0;
  const next = () => (isOver() ? null : bytes[at++ % bytes.length]);
  const onAnswer = (request, answer) => answers.get(fanOf.get(request))?.push(answer);
  const skipAfter = RELOAD_SECONDS * 1000;
  await drive({ port, next, connections: CONNECTIONS, rate, seconds, skipAfter, onAnswer });
  return answers;
}

/** Null for a fan who never sees the link. An answer with it is longer than those before it. */
export function waitOf(answers, opens) {
  const before = answers.filter(({ dueAt }) => dueAt < opens - 1000).at(-1);
  const after = answers.filter(({ dueAt }) => dueAt >= opens);
  const first = before && after.find(({ length }) => length > before.length);
  if (!first) return null;
  // Reloads that were skipped count as waited for.
  const skipped = Math.floor((after[0].dueAt - opens) / 1000 / RELOAD_SECONDS);
  return (first.answeredAt - after[0].dueAt) / 1000 + skipped * RELOAD_SECONDS;
}
