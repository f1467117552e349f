import { Injectable } from '@nestjs/common';
import type { FanclubInfo, Viewer } from '#platform/access';
import { type RowOf, Sql } from '#platform/database';
import { NoDrawFound } from './contests.errors';
import { type DrawFileBytes, DrawFiles } from './draw-files';
import { OWN_ENTRY, PUBLIC_DRAW, type PublicDraw, SHOWN_PLACES } from './draws.queries';
import type { Place } from './winners.queries';

/** The viewer's entry in a contest. */
export type OwnEntry = RowOf<typeof OWN_ENTRY>;

/** A draw as its public page shows it. */
export interface ShownDraw {
  readonly draw: PublicDraw;
  /** Those of the page. Empty before the draw. */
  readonly places: readonly Place[];
  /** Of the places, the first is 1. */
  readonly page: number;
  readonly pages: number;
  /** Null: the viewer has not entered, or is not logged in. */
  readonly own: OwnEntry | null;
}

/** Places on a page. */
const PER_PAGE = 200;

/** The largest number of a page: a rank is an integer of PostgreSQL. */
const LAST_PAGE = 1_000_000;

/** What everybody may see of draws. */
@Injectable()
export class DrawsService {
  constructor(
    private readonly sql: Sql,
    private readonly files: DrawFiles,
  ) {}

  /** @param page of the places; 1: the first @throws NoDrawFound also if there is no such page */
  async show(
    { fanclub: { id: fanclub }, customer }: Viewer,
    contest: number,
    page: number,
  ): Promise<ShownDraw> {
    if (page > LAST_PAGE) throw new NoDrawFound();
    const key = { fanclub, contest };
    const draw = await this.sql.first(PUBLIC_DRAW, key);
    if (!draw) throw new NoDrawFound();
    const ranks = { from: (page - 1) * PER_PAGE + 1, to: page * PER_PAGE };
    const places = draw.drawnAt ? await this.sql.rows(SHOWN_PLACES, { ...key, ...ranks }) : [];
    if (page > 1 && places.length === 0) throw new NoDrawFound();
    const own = customer && (await this.sql.first(OWN_ENTRY, { ...key, customer: customer.id }));
    return { draw, places, page, pages: Math.ceil((places[0]?.last ?? 1) / PER_PAGE), own };
  }

  /** The file with which anybody can repeat a draw. @throws NoDrawFound also before the draw */
  file({ id: fanclub }: Pick<FanclubInfo, 'id'>, contest: number): Promise<DrawFileBytes> {
    return this.files.of({ fanclub, contest });
  }
}
