import { randomBytes } from 'node:crypto';
import type { Asked } from './wire-account';
import { missing } from './wire-errors';
import { listOf } from './wire-forms';
import { secondsOf } from './wire-objects';

/** A webhook endpoint that somebody has asked for. */
export interface WireEndpoint {
  readonly id: string;
  readonly url: string;
  readonly secret: string;
  readonly api_version: string | null;
  readonly enabled_events: readonly string[];
}

/** The webhook endpoints of an account. */
export class WireEndpoints {
  readonly all: WireEndpoint[] = [];

  /** @param now the account's time */
  constructor(private readonly now: () => Date) {}

  add({ form }: Asked): object {
    const { url, api_version = null, enabled_events } = form as unknown as WireEndpoint;
    const made = {
      ...{ id: `we_${this.all.length + 1}_${randomBytes(3).toString('hex')}`, url, api_version },
      ...{ enabled_events, secret: `whsec_${randomBytes(16).toString('hex')}` },
    };
    this.all.push(made);
    return { ...made, object: 'webhook_endpoint', created: secondsOf(this.now()) };
  }

  /** Only the answer to {@link add} has the secret. */
  list(asked: Asked): object {
    return listOf(
      this.all.map(({ secret: _, ...endpoint }) => ({ ...endpoint, created: 0 })),
      asked,
    );
  }

  drop(ref: string): object {
    const at = this.all.findIndex(({ id }) => id === ref);
    if (at < 0) throw missing();
    this.all.splice(at, 1);
    return { id: ref, object: 'webhook_endpoint', deleted: true };
  }
}
