import type { Loading } from './loading';
import { Targets } from './targets';

/** When and how a plan's subscriptions end, and what they take over from it. */
export interface PlanTerms {
  readonly id: number;
  /** Months; null = without end. */
  readonly duration: number | null;
  readonly salesPeriodId: number | null;
  readonly trial: boolean;
}

/** A fan club that is being loaded, with all that its parts refer to. */
export class FanclubParts {
  readonly salesPeriods = new Targets('sales period');
  readonly affiliates = new Targets('affiliate');
  readonly itemTypes = new Targets('item type');
  readonly itemOptions = new Targets('item option', true);
  readonly plans = new Targets('plan');
  readonly events = new Targets('event', true);
  readonly contests = new Targets('contest');
  /** The item type of each option. */
  readonly typeOfOption = new Map<number, number>();
  /** The terms of each plan that has been written or was there before. */
  readonly terms = new Map<number, PlanTerms>();
  /** When each contest begins. */
  readonly contestStart = new Map<number, Date>();

  private constructor(
    readonly id: number,
    readonly timeZone: string,
    /** `organizations[0].fanclubs[0]` */
    readonly path: string,
  ) {}

  /** Knows at first what the database has of the club: what a file does not mention stays, and can be referred to. */
  static async open(loading: Loading, id: number, path: string): Promise<FanclubParts> {
    const [club] = await loading.rows<{ timeZone: string }>(
      'SELECT time_zone AS "timeZone" FROM fanclubs WHERE id = $1',
      [id],
    );
    const parts = new FanclubParts(id, club?.timeZone ?? 'UTC', path);
    const names = async (targets: Targets, table: string): Promise<void> => {
      const rows = await loading.rows<{ id: number; name: string }>(
        `SELECT id, name FROM ${table} WHERE fanclub_id = $1`,
        [id],
      );
      for (const row of rows) targets.add(row.id, row.name);
    };
    await names(parts.salesPeriods, 'sales_periods');
    await names(parts.affiliates, 'affiliates');
    await names(parts.itemTypes, 'item_types');
    await names(parts.plans, 'plans');
    await parts.readOptions(loading);
    await parts.readEvents(loading);
    await parts.readContests(loading);
    await parts.readTerms(loading);
    return parts;
  }

  addOption(id: number, typeId: number, type: string, option: string): void {
    this.itemOptions.add(id, `${type}/${option}`);
    this.typeOfOption.set(id, typeId);
  }

  addEvent(id: number, title: string, start: Date | undefined): void {
    this.events.add(id, title, start && `${title}/${start.toISOString()}`);
  }

  addContest(id: number, name: string, startsAt: Date): void {
    this.contests.add(id, name);
    this.contestStart.set(id, startsAt);
  }

  /** Reads the terms of the plans again: after plans have been written. */
  async readTerms(loading: Loading): Promise<void> {
    const rows = await loading.rows<PlanTerms>(
      `SELECT id, duration, sales_period_id AS "salesPeriodId", trial FROM plans WHERE fanclub_id = $1`,
      [this.id],
    );
    for (const row of rows) this.terms.set(row.id, row);
  }

  private async readOptions(loading: Loading): Promise<void> {
    const rows = await loading.rows<{ id: number; typeId: number; type: string; option: string }>(
      `SELECT o.id, t.id AS "typeId", t.name AS type, o.name AS option
       FROM item_options o JOIN item_types t ON t.id = o.item_type_id AND t.fanclub_id = o.fanclub_id
       WHERE o.fanclub_id = $1`,
      [this.id],
    );
    for (const { id, typeId, type, option } of rows) this.addOption(id, typeId, type, option);
  }

  private async readEvents(loading: Loading): Promise<void> {
    const rows = await loading.rows<{ id: number; title: string; start: Date }>(
      'SELECT id, title, start FROM events WHERE fanclub_id = $1',
      [this.id],
    );
    for (const { id, title, start } of rows) this.addEvent(id, title, start);
  }

  private async readContests(loading: Loading): Promise<void> {
    const rows = await loading.rows<{ id: number; name: string; startsAt: Date }>(
      'SELECT id, name, starts_at AS "startsAt" FROM contests WHERE fanclub_id = $1',
      [this.id],
    );
    for (const { id, name, startsAt } of rows) this.addContest(id, name, startsAt);
  }
}
