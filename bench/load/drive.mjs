// The load generator: a closed loop over plain sockets. It only finds the end of an answer and whether it is a success, so that it is
// fast. Its own maximum is one of the rows.
import { connect } from 'node:net';

const HEAD_END = Buffer.from('\r\n\r\n');
const OK = Buffer.from('{"status":"ok"');

/**
 * Sends requests over several connections, each one as soon as its predecessor is answered, and returns the statistics.
 *
 * @param next gives the bytes of a request, or its text, or null when there are no more
 * @param rate requests a second over all connections; if absent, as many as are answered. With a rate, the latency of a request counts
 *   from its scheduled time.
 * @param skipAfter milliseconds; a request that is later than that is not sent. Absent: each one is sent, however late
 * @param onAnswer is called with the request, the length of its answer, and the times of `performance.now()` at which it was due and
 *   was answered
 * @throws Error with the server's answer, unless it is a success
 */
export async function drive({ port, next, connections, seconds, rate, skipAfter = Infinity, onAnswer }) {
  const latencies = [];
  const since = performance.now();
  const until = since + seconds * 1000;
  const cpu = process.cpuUsage();
  const interval = rate === undefined ? 0 : (1000 * connections) / rate;
  await Promise.all(
    Array.from({ length: connections }, (_, at) =>
      keepAsking({
        port,
        next,
        until,
        interval,
        first: since + (interval * at) / connections,
        latencies,
        skipAfter,
        onAnswer,
      }),
    ),
  );
  const elapsed = (performance.now() - since) / 1000;
  const used = process.cpuUsage(cpu);
  return { answers: latencies.length, elapsed, latencies, busy: (used.user + used.system) / 1e6 / elapsed };
}

function keepAsking({ port, next, until, interval, first, latencies, skipAfter, onAnswer }) {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    const answer = new Answer();
    let due = first;
    let sentAt = 0;
    let request = null;

    const end = () => {
      socket.removeAllListeners('close');
      socket.destroy();
      resolve();
    };
    const fail = (reason) => {
      socket.destroy();
      reject(reason instanceof Error ? reason : new Error(reason));
    };
    const send = () => {
      const now = performance.now();
      request = now < until ? next() : null;
      if (request === null) return end();
      sentAt = interval === 0 ? now : due;
      socket.write(request, 'latin1');
    };
    const proceed = () => {
      if (interval === 0) return send();
      for (; performance.now() - due > skipAfter; due += interval) next();
      const wait = due - performance.now();
      if (wait > 1) setTimeout(send, wait);
      else send();
    };
    socket.on('connect', proceed);
    socket.on('error', fail);
    socket.on('close', () => fail('The server closed a connection.'));
    socket.on('data', (chunk) => {
      if (!answer.read(chunk)) return;
      if (!answer.isSuccess) return fail(`The server answered\n${answer.text}`);
      const answeredAt = performance.now();
      latencies.push(answeredAt - sentAt);
      onAnswer?.(request, { length: answer.length, dueAt: sentAt, answeredAt });
      due += interval;
      proceed();
    });
  });
}

/** Parses the answers on a connection without pipelining. */
class Answer {
  missing = 0;
  /** Of the body, in bytes. */
  length = 0;
  isSuccess = false;
  text = '';
  head = null;

  /** Adds received bytes; true when an answer is complete. */
  read(chunk) {
    if (this.missing === 0) return this.begin(chunk);
    this.missing = Math.max(0, this.missing - chunk.length);
    return this.missing === 0;
  }

  begin(chunk) {
    const bytes = this.head === null ? chunk : Buffer.concat([this.head, chunk]);
    const end = bytes.indexOf(HEAD_END);
    // The first bytes of the body are checked together with the head.
    if (end === -1 || bytes.length < end + 4 + OK.length) {
      this.head = bytes;
      return false;
    }
    this.head = null;
    const head = bytes.latin1Slice(0, end);
    const length = /\r\ncontent-length: (\d+)/i.exec(head);
    this.isSuccess =
      length !== null &&
      head.startsWith('HTTP/1.1 200') &&
      bytes.compare(OK, 0, OK.length, end + 4, end + 4 + OK.length) === 0;
    if (!this.isSuccess) {
      this.text = bytes.toString('latin1', 0, 2000);
      return true;
    }
    this.length = Number(length[1]);
    this.missing = Math.max(0, end + 4 + this.length - bytes.length);
    return this.missing === 0;
  }
}
