// Customers who are logged in and open pages, each another one of all customers.
import { drive } from '../load/drive.mjs';
import { bytesOf } from '../load/request.mjs';

const CONNECTIONS = 16;

/** What a page reads of its visitor. */
const PATHS = ['/account', '/plans', '/events', '/contests', '/orders', '/subscriptions'];

/** Reads by `fans`, as `allFans` has them. */
export class Readers {
  visits = 0;
  refused = 0;
  #port;
  #fans;

  constructor(port, fans) {
    this.#port = port;
    this.#fans = fans;
  }

  /** Sends requests at a rate for a number of seconds, and waits for the last answer. @throws Error for a wrong answer */
  async visit({ perSecond, seconds }) {
    const next = () => this.#request(this.visits++);
    await drive({ port: this.#port, next, connections: CONNECTIONS, seconds, rate: perSecond });
  }

  leave() {}

  #request(n) {
    const { club, cookie } = this.#fans[Math.floor(n / PATHS.length) % this.#fans.length];
    return bytesOf({ path: `/api/v1${PATHS[n % PATHS.length]}?key=bench-${club}`, headers: { cookie } });
  }
}
