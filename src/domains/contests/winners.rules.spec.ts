import fc from 'fast-check';
import { winnersOf } from '#libs/draw';
import type { WinnerState } from './contest-draw.entity';
import { nextPlaces } from './winners.rules';

const PRIZES = [
  { name: 'Meet & Greet', winners: 1 },
  { name: 'Front row', winners: 2 },
];
const place = (prize: number, state: WinnerState = 'selected') => ({ prize, state });

describe('nextPlaces', () => {
  it('gives the first ranks to the prizes, in their order', () => {
    expect(nextPlaces(PRIZES, [])).toEqual({ rank: 1, prizes: [0, 1, 1] });
  });

  it('goes on with the next rank, also if a winner forfeited at once', () => {
    expect(nextPlaces(PRIZES, [place(0, 'forfeited')])).toEqual({ rank: 2, prizes: [1, 1] });
  });

  it('gives an alternate the prize that became free', () => {
    const places = [place(0), place(1, 'forfeited'), place(1, 'confirmed')];
    expect(nextPlaces(PRIZES, places)).toEqual({ rank: 4, prizes: [1] });
  });

  it('gives nothing while all prizes are taken', () => {
    expect(nextPlaces(PRIZES, [place(0), place(1), place(1)]).prizes).toEqual([]);
  });

  it('never gives a prize to more people than it has winners, whoever forfeits, and passes over nobody', () => {
    const decisions = fc.array(fc.constantFrom<WinnerState>('selected', 'confirmed', 'forfeited'), {
      maxLength: 40,
    });
    fc.assert(
      fc.property(decisions, (states) => {
        const places: ReturnType<typeof place>[] = [];
        for (const state of states) {
          const { rank, prizes } = nextPlaces(PRIZES, places);
          expect(rank).toBe(places.length + 1);
          if (prizes.length === 0) break;
          places.push(place(prizes[0], state));
        }
        PRIZES.forEach(({ winners }, prize) => {
          const held = places.filter((one) => one.prize === prize && one.state !== 'forfeited');
          expect(held.length).toBeLessThanOrEqual(winners);
        });
        const first = winnersOf(
          places.map((_, n) => n),
          PRIZES,
        );
        first.forEach((ranks, prize) => ranks.forEach((n) => expect(places[n].prize).toBe(prize)));
      }),
      { numRuns: 300 },
    );
  });
});
