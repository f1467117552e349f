import { Injectable } from '@nestjs/common';
import { Clock, secondsAfter } from '#libs/clock';
import { Sealer } from '#libs/sealed';
import type { Claims, SentAway } from './openid-clients';

/** Where a log-in began, as the log-in page got it, unchecked. */
export interface Way {
  readonly redirect: string | null;
  readonly popup: string | null;
}

/** What a browser keeps while its visitor is at the provider. */
export interface Departure extends SentAway, Way {
  readonly provider: string;
  /** The session whose member connects an account; null: a visitor logs in. */
  readonly session: number | null;
}

/** What a browser keeps while its visitor enters what is missing: who the provider says that it is. */
export interface Identity extends Claims, Way {
  readonly provider: string;
  readonly label: string;
}

/** Seconds for which a visitor may be at the provider, or at our form. */
const LIVES = { departure: 600, identity: 600 } as const;

interface Steps {
  departure: Departure;
  identity: Identity;
}

/** Seals the steps of a log-in with another account, each for one fan club and a short time. Cookies keep them in the browser. */
@Injectable()
export class SealedSteps {
  constructor(
    private readonly sealer: Sealer,
    private readonly clock: Clock,
  ) {}

  seal<K extends keyof Steps>(kind: K, fanclub: number, step: Steps[K]): { value: string; maxAge: number } {
    const until = secondsAfter(this.clock.now(), LIVES[kind]).getTime();
    return { value: this.sealer.seal(JSON.stringify({ kind, fanclub, until, step })), maxAge: LIVES[kind] };
  }

  /** Null if it is of another kind or fan club, too old, or not sealed by us. */
  open<K extends keyof Steps>(kind: K, fanclub: number, sealed: string | undefined): Steps[K] | null {
    if (sealed === undefined) return null;
    try {
      const opened = JSON.parse(this.sealer.open(sealed)) as {
        kind: unknown;
        fanclub: unknown;
        until: number;
        step: Steps[K];
      };
      const isValid =
        opened.kind === kind && opened.fanclub === fanclub && opened.until > this.clock.now().getTime();
      return isValid ? opened.step : null;
    } catch {
      return null;
    }
  }
}
