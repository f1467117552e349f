import { Injectable } from '@nestjs/common';
import { pointerTo, Problem } from '#libs/problem';
import {
  type CatalogueItem,
  CatalogueItemsService,
  type ClubChange,
  type ClubRows,
  etagOf,
  PROBLEMS,
  requireMatch,
  StaffAnswer,
  type StaffViewer,
  StaffWorkService,
} from '#platform/staff';
import type { UpgradeBody } from './dto/plan.bodies';
import { withPointers } from './moved-pointers';
import { PLANS } from './plan-items';
import type { UpgradeMatrix } from './dto/upgrade-matrix.answer';

type PlanItem = CatalogueItem & {
  name: string;
  price: string;
  sales_period: number | null;
  deleted: boolean;
  upgrades: readonly { to: number; price: string | null }[];
};

@Injectable()
export class StaffUpgradesService {
  constructor(
    private readonly work: StaffWorkService,
    private readonly items: CatalogueItemsService,
  ) {}

  async matrix(viewer: StaffViewer): Promise<StaffAnswer> {
    return versioned(matrixOf(await this.work.read(viewer, (rows) => this.plans(rows))));
  }

  /** Replaces the matrix. Each plan whose upgrades change is recorded. @throws Problem (412, 422, 428) */
  async set(
    viewer: StaffViewer,
    version: string | undefined,
    upgrades: readonly UpgradeBody[],
  ): Promise<StaffAnswer> {
    return this.work.change(viewer, async (change) => {
      const plans = await this.locked(change);
      const before = matrixOf(plans);
      requireMatch(version, before);
      requireFrom(plans, upgrades);
      for (const plan of plans) {
        const wanted = upgradesOf(plan.id, upgrades);
        if (JSON.stringify(wanted) === JSON.stringify(sorted(plan.upgrades))) continue;
        const changed = this.items.change(change, PLANS, plan.id, { upgrades: wanted }, () => undefined);
        await withPointers(changed, ofRequest(plan.id, wanted, upgrades));
      }
      const after = matrixOf(await this.plans(change));
      if (change.entries.length === 0) {
        change.audit({ action: 'plan.changed', subject: { type: 'plan', id: null }, before: {}, after: {} });
      }
      return versioned(after);
    });
  }

  /** All plans, each locked until the transaction ends, so that two matrices are not stored at once. */
  private async locked(change: ClubChange): Promise<PlanItem[]> {
    const ids = (await this.plans(change)).map(({ id }) => id).sort((one, other) => one - other);
    for (const id of ids) await change.lock(PLANS.entity, id);
    return this.plans(change);
  }

  private async plans(rows: ClubRows): Promise<PlanItem[]> {
    return (await this.items.all(rows, PLANS)) as PlanItem[];
  }
}

function matrixOf(all: readonly PlanItem[]): UpgradeMatrix {
  const plans = all.filter(({ deleted }) => !deleted);
  return {
    plans: plans.map(({ id, name, price, sales_period }) => ({ id, name, price, sales_period })),
    upgrades: all.flatMap(({ id, upgrades }) => sorted(upgrades).map((one) => ({ from: id, ...one }))),
  };
}

const sorted = (upgrades: PlanItem['upgrades']): { to: number; price: string | null }[] =>
  upgrades.map(({ to, price }) => ({ to, price })).sort((one, other) => one.to - other.to);

const upgradesOf = (plan: number, all: readonly UpgradeBody[]): { to: number; price: string | null }[] =>
  sorted(all.filter(({ from }) => from === plan).map(({ to, price = null }) => ({ to, price })));

/** The pointer into the request for one into the upgrades of a plan. */
function ofRequest(
  plan: number,
  wanted: readonly { to: number }[],
  all: readonly UpgradeBody[],
): (pointer: string) => string {
  return (pointer) =>
    pointer.replace(/^#\/upgrades\/(\d+)/, (_, n: string) =>
      pointerTo(
        'upgrades',
        all.findIndex(({ from, to }) => from === plan && to === wanted[Number(n)].to),
      ),
    );
}

/** @throws Problem (422) if an upgrade names a plan that the fan club does not have, or one plan twice */
function requireFrom(plans: readonly PlanItem[], upgrades: readonly UpgradeBody[]): void {
  const known = new Set(plans.map(({ id }) => id));
  const errors = upgrades.flatMap(({ from, to }, n) => {
    const fault = (field: string, detail: string) => ({ pointer: pointerTo('upgrades', n, field), detail });
    return [
      ...(known.has(from) ? [] : [fault('from', 'is no plan of this fan club')]),
      ...(known.has(to) ? [] : [fault('to', 'is no plan of this fan club')]),
      ...(from === to ? [fault('to', 'must be another plan')] : []),
    ];
  });
  if (errors.length > 0) throw new Problem(PROBLEMS.invalid, { errors });
}

const versioned = (matrix: UpgradeMatrix): StaffAnswer => new StaffAnswer(matrix, { etag: etagOf(matrix) });
