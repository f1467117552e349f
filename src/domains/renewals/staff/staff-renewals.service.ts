import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import type { Cells } from '#libs/csv';
import { Sql, type Statements } from '#platform/database';
import { Published } from '#platform/published';
import {
  idsOfPage,
  type ListPage,
  type ListQuery,
  notFound,
  type StaffViewer,
  StaffWorkService,
} from '#platform/staff';
import { ClubHosts, hostedOrder } from '#platform/tenants';
import { PlansService } from '#domains/plans';
import type { StaffRenewal, StaffRenewalListItem } from './dto/renewal.answers';
import { RENEWAL_SORT, searchedRenewals } from './renewal-search';
import { renewalCells, renewalItem, renewalPage, stateOf } from './renewal.serializer';
import {
  FIND_STAFF_RENEWALS,
  RENEWAL_MAILS,
  RENEWAL_ORDERS,
  RENEWAL_PAYMENTS,
  RENEWAL_TRANSITIONS,
  type StaffRenewalRow,
} from './staff-renewals.queries';

/** The rows that a file holds in memory. */
const BATCH = 1_000;

/** The renewals of a fan club, as staff see them. */
@Injectable()
export class StaffRenewalsService {
  constructor(
    private readonly work: StaffWorkService,
    private readonly sql: Sql,
    private readonly plans: PlansService,
    private readonly published: Published,
    private readonly hosts: ClubHosts,
    private readonly clock: Clock,
  ) {}

  /** A page of renewals, which is recorded if it shows members unmasked. @throws Problem (400) */
  async list(viewer: StaffViewer, query: ListQuery): Promise<ListPage<StaffRenewalListItem>> {
    const reach = viewer.reach('renewals.read');
    const page = await this.work.read(viewer, async (rows) => {
      const found = searchedRenewals(rows, query, { reach, now: this.clock.now() });
      const { ids, ...total } = await idsOfPage(rows, found, query, RENEWAL_SORT);
      const shown = await renewalsOf(rows.statements, rows.fanclubId, ids);
      return { data: shown.map((row) => renewalItem(row, reach !== 'full')), ...total };
    });
    const entry = { action: 'renewals.listed', subject: { type: 'renewal', id: null } } as const;
    return reach === 'full' ? this.work.recordList(viewer, entry, query, page) : page;
  }

  /** The renewals that a list asks for, by id, as rows of a file, read as it is sent. @throws Problem (400) */
  async rows(viewer: StaffViewer, query: ListQuery): Promise<AsyncIterable<Cells>> {
    const reach = viewer.reach('renewals.read');
    const ids = await this.work.read(viewer, async (rows) => {
      const found = searchedRenewals(rows, query, { reach, now: this.clock.now() });
      const all = await found.select('r.id', 'id').orderBy('r.id').getRawMany<{ id: string | number }>();
      return all.map(({ id }) => Number(id));
    });
    return cellsOf(this.sql, viewer.fanclubId, ids);
  }

  /** A renewal with its history. Reading it unmasked is recorded. @throws Problem (404) */
  async one(viewer: StaffViewer, id: number): Promise<StaffRenewal> {
    const isMasked = viewer.reach('renewals.read') !== 'full';
    const { row, ...history } = await this.work.read(viewer, async ({ statements, fanclubId: fanclub }) => {
      const [row] = await renewalsOf(statements, fanclub, [id]);
      if (!row) throw notFound();
      const key = { fanclub, renewal: id };
      const orders = await statements.rows(RENEWAL_ORDERS, key);
      const asked = { fanclub, orders: orders.map((order) => order.id) };
      return {
        row,
        orders,
        changes: await statements.rows(RENEWAL_TRANSITIONS, key),
        payments: await statements.rows(RENEWAL_PAYMENTS, asked),
        mails: await statements.rows(RENEWAL_MAILS, key),
      };
    });
    if (!isMasked) await this.work.recordRead(viewer, row.customerId);
    const order = history.orders.find((one) => one.id === row.orderId && stateOf(one) === 'open');
    const link = await this.linkOf(row, viewer.fanclubId, order?.id ?? null);
    return renewalPage(row, { ...history, link }, { isMasked, now: this.clock.now() });
  }

  /** Where the member pays: the open order, else the checkout page of the plan that follows. Null: nothing can be paid. */
  private async linkOf({ state, planId }: StaffRenewalRow, fanclubId: number, order: number | null) {
    if (state === 'done' || state === 'charging') return null;
    if (order !== null) return hostedOrder(this.hosts.addressOf(fanclubId), order);
    const fanclub = (await this.published.byId(fanclubId))!;
    return this.plans.published(fanclub).find(({ id }) => id === planId)?.checkoutUrl ?? null;
  }
}

/** The renewals of these ids, in their order. */
async function renewalsOf(
  statements: Statements,
  fanclub: number,
  ids: readonly number[],
): Promise<StaffRenewalRow[]> {
  const found = await statements.rows(FIND_STAFF_RENEWALS, { fanclub, ids: [...ids] });
  const byId = new Map(found.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

async function* cellsOf(db: Statements, fanclub: number, ids: readonly number[]): AsyncGenerator<Cells> {
  for (let start = 0; start < ids.length; start += BATCH)
    for (const row of await renewalsOf(db, fanclub, ids.slice(start, start + BATCH))) yield renewalCells(row);
}
