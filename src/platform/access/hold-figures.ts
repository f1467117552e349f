import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { Figures } from '#platform/database';
import { Metrics, type Sample } from '#platform/metrics';
import { HELD_FIGURES } from '#platform/tenants';

/** Exports how many fan clubs are held, and for how long. Every process exports the same values. */
@Injectable()
export class HoldFigures {
  constructor(clock: Clock, figures: Figures, metrics: Metrics) {
    const read = figures.of(HELD_FIGURES, () => ({ now: clock.now() }));
    metrics.gauge(
      'fanclub_held_fanclubs',
      'Fan clubs that are held, by what holds them: command, move',
      async () => {
        const [{ byCommand, byMove }] = await read();
        return samples(byCommand, byMove);
      },
      'max',
    );
    metrics.gauge(
      'fanclub_held_oldest_seconds',
      'Time since the first of the held fan clubs was held, by what holds it; 0 if none is',
      async () => {
        const [{ commandAge, moveAge }] = await read();
        return samples(commandAge ?? 0, moveAge ?? 0);
      },
      'max',
    );
  }
}

const samples = (command: number, move: number): Sample[] => [
  { labels: { by: 'command' }, value: command },
  { labels: { by: 'move' }, value: move },
];
