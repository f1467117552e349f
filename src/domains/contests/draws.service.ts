import { Injectable } from '@nestjs/common';
import { type DrawFile, drawFile } from '#libs/draw';
import { isoUtc } from '#libs/format';
import type { FanclubInfo, Viewer } from '#platform/access';
import { type RowOf, Sql } from '#platform/database';
import { NoDrawFound } from './contests.errors';
import { DRAWN, OWN_ENTRY, PUBLIC_DRAW, type PublicDraw } from './draws.queries';
import { type Place, PLACES } from './winners.queries';

/** The viewer's entry in a contest. */
export type OwnEntry = RowOf<typeof OWN_ENTRY>;

/** A draw as its public page shows it. */
export interface ShownDraw {
  readonly draw: PublicDraw;
  /** Empty before the draw. */
  readonly places: readonly Place[];
  /** Null: the viewer has not entered, or is not logged in. */
  readonly own: OwnEntry | null;
}

/** What everybody may see of draws. */
@Injectable()
export class DrawsService {
  constructor(private readonly sql: Sql) {}

  /** @throws NoDrawFound */
  async show({ fanclub: { id: fanclub }, customer }: Viewer, contest: number): Promise<ShownDraw> {
    const key = { fanclub, contest };
    const draw = await this.sql.first(PUBLIC_DRAW, key);
    if (!draw) throw new NoDrawFound();
    const places = draw.drawnAt ? await this.sql.rows(PLACES, key) : [];
    const own = customer && (await this.sql.first(OWN_ENTRY, { ...key, customer: customer.id }));
    return { draw, places, own };
  }

  /** The file with which anybody can repeat a draw. @throws NoDrawFound also before the draw */
  async file({ id: fanclub }: Pick<FanclubInfo, 'id'>, contest: number): Promise<DrawFile> {
    const drawn = await this.sql.first(DRAWN, { fanclub, contest });
    if (!drawn) throw new NoDrawFound();
    const { beacon, prizes, entries, ranking, commitment, listHash, committedAt, closedAt, drawnAt } = drawn;
    return drawFile({
      contest,
      seed: Buffer.from(drawn.seed, 'hex'),
      beacon,
      entries,
      prizes,
      stored: { commitment, list_hash: listHash, ranking },
      times: { committed_at: isoUtc(committedAt), closed_at: isoUtc(closedAt), drawn_at: isoUtc(drawnAt) },
    });
  }
}
