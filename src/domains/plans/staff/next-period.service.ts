import { Injectable } from '@nestjs/common';
import { compare, subtract } from '#libs/money';
import { pointerTo, Problem } from '#libs/problem';
import { onConflict } from '#platform/database';
import {
  type CatalogueItem,
  CatalogueItemsService,
  type ClubChange,
  conflict,
  etagOf,
  PROBLEMS,
  StaffAnswer,
  type StaffViewer,
  StaffWorkService,
} from '#platform/staff';
import type { CopiedPlanBody, NextPeriodBody } from './dto/plan.bodies';
import { withPointers } from './moved-pointers';
import { PERIODS, PLANS } from './plan-items';

interface Upgrade {
  readonly to: number;
  readonly price: string | null;
}

type PlanItem = CatalogueItem & {
  name: string;
  price: string;
  sales_period: number | null;
  trial: boolean;
  renews_into: number | null;
  converts_into: number | null;
  deleted: boolean;
  on_sale: boolean;
  upgrades: readonly Upgrade[];
};

/** A copy of a plan: the id of the plan, and the copy. */
interface Copy {
  readonly from: PlanItem;
  readonly copy: CatalogueItem;
}

/** Whether visitors see a plan, and it is on sale. */
const isPublished = ({ deleted, on_sale }: PlanItem): boolean => !deleted && on_sale;

/** Opens the next season of a fan club, and publishes its plans. */
@Injectable()
export class NextPeriodService {
  constructor(
    private readonly work: StaffWorkService,
    private readonly items: CatalogueItemsService,
  ) {}

  /**
   * Adds a period with copies of plans, their packages, benefits, and upgrades among each other. The copies are drafts: visitors
   * do not see them, and they are not on sale. Memberships of the plans renew into the copies. Of two requests with one name of the
   * period, the second is refused.
   * @throws Problem (404, 409, 422)
   */
  open(
    viewer: StaffViewer,
    id: number,
    { plans, extended_until, ...fields }: NextPeriodBody,
  ): Promise<StaffAnswer> {
    // The catalogue refuses a field that is undefined.
    const given = { ...fields, ...(extended_until !== undefined && { extended_until }) };
    return this.work.change(viewer, async (change) => {
      const former = await this.items.one(change, PERIODS, id);
      const originals = await this.originals(change, plans);
      const period = await this.items
        .create(change, PERIODS, given)
        .catch(onConflict('uq_sales_periods_fanclub_name', () => conflict('Somebody has just opened it.')));
      const copies: Copy[] = [];
      for (const [n, plan] of plans.entries()) {
        const body = draftOf(originals[n], plan, former, period);
        const copy = await withPointers(this.items.create(change, PLANS, body), ofCopy(n));
        copies.push({ from: originals[n], copy });
      }
      const linked = await this.copyPaths(change, copies);
      await this.linkOriginals(change, copies);
      await this.linkLasting(change, copies);
      const body = { ...period, plans: linked };
      const location = `/staff/api/fanclubs/${viewer.fanclubId}/periods/${period.id}`;
      return new StaffAnswer(body, { status: 201, location, etag: etagOf(period) });
    });
  }

  /**
   * Publishes plans of a period: visitors see them, and they are on sale. Those that are already stay as they are, and one is left to publish.
   * @throws Problem (404, 422)
   */
  publish(viewer: StaffViewer, id: number, plans: readonly number[]): Promise<StaffAnswer> {
    return this.work.change(viewer, async (change) => {
      const period = await this.items.one(change, PERIODS, id);
      // Locked before they are checked, so that nobody moves or publishes one in between.
      await change.lockAll(PLANS.entity);
      const all = (await this.items.all(change, PLANS)) as PlanItem[];
      const chosen = plans.map((plan) => all.find((one) => one.id === plan && one.sales_period === id));
      const errors = chosen.flatMap((plan, n) =>
        plan ? [] : [{ pointer: pointerTo('plans', n), detail: 'is no plan of this sales period' }],
      );
      if (plans.length > 0 && chosen.every((plan) => plan && isPublished(plan)))
        errors.push({ pointer: pointerTo('plans'), detail: 'are published already' });
      if (errors.length > 0) throw new Problem(PROBLEMS.invalid, { errors });
      const published: CatalogueItem[] = [];
      for (const [n, plan] of chosen.entries()) {
        if (plan)
          published.push(await withPointers(this.published(change, plan), () => pointerTo('plans', n)));
      }
      return new StaffAnswer({ ...period, plans: published });
    });
  }

  /** A plan that is visible and on sale, perhaps since somebody else published it. */
  private async published(change: ClubChange, plan: PlanItem): Promise<CatalogueItem> {
    if (isPublished(plan)) return plan;
    return this.items.change(change, PLANS, plan.id, { deleted: false, on_sale: true }, () => undefined);
  }

  private async originals(change: ClubChange, plans: readonly CopiedPlanBody[]): Promise<PlanItem[]> {
    const all = (await this.items.all(change, PLANS)) as PlanItem[];
    const errors = plans.flatMap(({ id }, n) =>
      all.some((plan) => plan.id === id)
        ? []
        : [{ pointer: pointerTo('plans', n, 'id'), detail: 'is no plan of this fan club' }],
    );
    if (errors.length > 0) throw new Problem(PROBLEMS.invalid, { errors });
    return plans.flatMap(({ id }) => all.find((plan) => plan.id === id) ?? []);
  }

  /** Members of a copied plan can go on to the same plans as before, if those were copied too. */
  private async copyPaths(change: ClubChange, copies: readonly Copy[]): Promise<CatalogueItem[]> {
    const idOfCopy = new Map(copies.map(({ from, copy }) => [from.id, copy.id]));
    const lasting = new Set((await this.lasting(change)).map(({ id }) => id));
    const finished: CatalogueItem[] = [];
    for (const { from, copy } of copies) {
      const upgrades = from.upgrades.flatMap(({ to, price }) => {
        const target = copies.find((other) => other.from.id === to);
        if (!target) return lasting.has(to) ? [{ to, price }] : [];
        return [{ to: target.copy.id, price: price === differenceOf(from, target.from) ? null : price }];
      });
      const copyOf = (plan: number | null) => (plan === null ? null : (idOfCopy.get(plan) ?? null));
      const paths = {
        renews_into: copyOf(from.renews_into),
        converts_into: copyOf(from.converts_into),
        upgrades,
      };
      const isLinked = paths.renews_into !== null || paths.converts_into !== null || upgrades.length > 0;
      if (!isLinked) finished.push(copy);
      else finished.push(await this.items.change(change, PLANS, copy.id, paths, () => undefined));
    }
    return finished;
  }

  /** Plans without a season, which each season has. */
  private async lasting(change: ClubChange): Promise<PlanItem[]> {
    const all = (await this.items.all(change, PLANS)) as PlanItem[];
    return all.filter(({ sales_period, deleted }) => sales_period === null && !deleted);
  }

  /** Members of a plan without a season can upgrade to the copies of the plans to which they could upgrade. */
  private async linkLasting(change: ClubChange, copies: readonly Copy[]): Promise<void> {
    for (const plan of await this.lasting(change)) {
      const added = copies.flatMap(({ from, copy }) =>
        plan.upgrades
          .filter(({ to }) => to === from.id)
          .map(({ price }) => ({
            to: copy.id,
            price: price === differenceOf(plan, from) ? null : price,
          })),
      );
      if (added.length === 0) continue;
      const upgrades = [...plan.upgrades, ...added];
      await this.items.change(change, PLANS, plan.id, { upgrades }, () => undefined);
    }
  }

  /**
   * Memberships of a plan renew into its copy, or into the copy of the plan into which they renewed. A plan that renews into one that
   * was not copied keeps that, unless it is deleted or still a draft. Trials convert instead.
   */
  private async linkOriginals(change: ClubChange, copies: readonly Copy[]): Promise<void> {
    const all = (await this.items.all(change, PLANS)) as PlanItem[];
    for (const { from, copy } of copies) {
      const former = copies.find((other) => other.from.id === from.renews_into);
      const kept = all.find(({ id, deleted }) => id === from.renews_into && !deleted);
      const renews_into = former?.copy.id ?? kept?.id ?? copy.id;
      if (from.trial || renews_into === from.renews_into) continue;
      await this.items.change(change, PLANS, from.id, { renews_into }, () => undefined);
    }
  }
}

/** The price of an upgrade that was typed as the difference of both plans: the copies get the difference of their own prices. */
const differenceOf = (from: PlanItem, to: PlanItem): string | null =>
  compare(to.price, from.price) > 0 ? subtract(to.price, from.price) : null;

function draftOf(
  { id: _, ...plan }: PlanItem,
  { price, title }: CopiedPlanBody,
  former: CatalogueItem,
  period: CatalogueItem,
): object {
  return {
    ...plan,
    name: title ?? renamed(plan.name, String(former.name), String(period.name)),
    price,
    sales_period: period.id,
    renews_into: null,
    converts_into: null,
    upgrades: [],
    on_sale: false,
    deleted: true,
  };
}

/** `Gold 2026` becomes `Gold 2027`; a name without that of the period stays, since periods may share names. */
const renamed = (name: string, former: string, period: string): string => name.replaceAll(former, period);

/** The pointer into the request for one of a copy, whose name the request calls `title`. */
const ofCopy = (n: number) => (pointer: string) =>
  pointerTo('plans', n) + pointer.slice(1).replace(/^\/name$/, '/title');
