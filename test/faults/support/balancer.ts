import { setTimeout as sleep } from 'node:timers/promises';
import type { Service } from './service';

/** Milliseconds between two health checks of a server. */
const INTERVAL = 100;

/** Sends requests to the servers that are ready, in turn, as a load balancer in front of them does. */
export class Balancer {
  private readonly ready = new Set<Service>();
  private isStopped = false;
  private count = 0;

  constructor(private readonly servers: readonly Service[]) {
    for (const server of servers) {
      this.ready.add(server);
      void this.watch(server);
    }
  }

  /** The server of the next request. If none is ready, any. */
  readonly origin = (): string => {
    const ready = this.servers.filter((server) => this.ready.has(server));
    const choice = ready.length > 0 ? ready : this.servers;
    this.count += 1;
    return choice[this.count % choice.length].origin;
  };

  /** Waits until requests are sent to a server. */
  async uses(server: Service): Promise<void> {
    while (!this.ready.has(server)) await sleep(INTERVAL);
  }

  stop(): void {
    this.isStopped = true;
  }

  private async watch(server: Service): Promise<void> {
    for (; !this.isStopped; await sleep(INTERVAL)) {
      const status = await server.status('/readyz');
      if (status === 200) this.ready.add(server);
      // A process that runs and answers late is busy.
      else if (status !== null || !server.isRunning) this.ready.delete(server);
    }
  }
}
