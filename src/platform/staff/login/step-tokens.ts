import { Injectable } from '@nestjs/common';
import { Clock, secondsAfter } from '#libs/clock';
import { Sealer } from '#libs/sealed';
import { Problem } from '#libs/problem';
import { PROBLEMS } from '../staff-problems';

/** Seconds between two steps of logging in or of setting up a factor. */
export const STEP_LIFETIME = 300;

/** Carries the state from one step to the next, sealed, so that no session exists between steps. */
@Injectable()
export class StepTokens {
  constructor(
    private readonly sealer: Sealer,
    private readonly clock: Clock,
  ) {}

  /** @param step tokens of one step are not valid for another */
  seal(step: string, facts: object): string {
    const until = secondsAfter(this.clock.now(), STEP_LIFETIME).toISOString();
    return this.sealer.seal(JSON.stringify({ step, until, facts }));
  }

  /** @throws Problem if the token belongs to another step or has expired */
  open<Facts extends object>(step: string, token: string): Facts {
    const opened = this.opened(token);
    if (opened?.step !== step || new Date(opened.until) < this.clock.now()) {
      throw this.expired();
    }
    return opened.facts as Facts;
  }

  /** The problem of a token that is not valid any more. */
  expired(): Problem {
    return new Problem(PROBLEMS.loginFailed, { detail: 'This took too long. Please start again.' });
  }

  private opened(token: string): { step: string; until: string; facts: object } | null {
    try {
      return JSON.parse(this.sealer.open(token)) as { step: string; until: string; facts: object };
    } catch {
      return null;
    }
  }
}
