import { Get, Headers, Patch } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '#libs/clock';
import { pointerTo, Problem } from '#libs/problem';
import { originOf } from '#libs/validation';
import { Config } from '#platform/config';
import { ManagerStatements } from '#platform/database';
import {
  ClubStaffController,
  CurrentStaff,
  differences,
  etagOf,
  ItemBody,
  PROBLEMS,
  readAs,
  requireMatch,
  requireProof,
  StaffAnswer,
  StaffOnly,
  type StaffViewer,
  StaffWork,
} from '#platform/staff';
import { decimalsOf } from '#libs/money';
import { Order } from '#domains/orders/order.entity';
import { FRACTIONAL_PRICES } from '#domains/plans';
import { columnsOfSettings, fanclubSettings, settingsOf } from '#platform/tenants';
import { Fanclub } from '#platform/tenants/fanclub.entity';

/** Settings that decide about money. A manager who could raise the limit of refunds would get around the proof for refunds. */
const MONEY_SETTINGS = ['currency', 'tax_rate', 'tax_text', 'support_refund_limit'] as const;

/** The fan club's own settings, as catalogue files have them; its keys, trusted domains and login providers are lists of their own. */
@ClubStaffController('club')
export class StaffClubController {
  constructor(
    private readonly work: StaffWork,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  @Get()
  @StaffOnly('club.read')
  async one(@CurrentStaff() viewer: StaffViewer): Promise<StaffAnswer> {
    const { fanclubId: id } = viewer;
    return versioned(await this.work.read(viewer, ({ manager }) => manager.findOneByOrFail(Fanclub, { id })));
  }

  @Patch()
  @StaffOnly('club.write')
  change(
    @CurrentStaff() viewer: StaffViewer,
    @Headers('if-match') version: string | undefined,
    @ItemBody() body: object,
  ): Promise<StaffAnswer> {
    const { fanclubId: id } = viewer;
    return this.work.change(viewer, async (change) => {
      const { manager } = change;
      const lock = { mode: 'pessimistic_write' } as const;
      const row = await manager.findOneOrFail(Fanclub, { where: { id }, lock });
      const before = printed(row);
      requireMatch(version, before);
      const { id: _, ...former } = before;
      const columns = columnsOfSettings(readAs(fanclubSettings, { ...former, ...body }));
      if (columns.currency !== row.currency && (await change.select(Order, 'placed').limit(1).getOne())) {
        const detail = 'The currency cannot be changed, because there are orders in it.';
        throw new Problem(PROBLEMS.conflict, { detail });
      }
      await manager.update(Fanclub, { id }, columns);
      await requirePrices(manager, id, columns.currency ?? row.currency);
      const after = await manager.findOneByOrFail(Fanclub, { id });
      const fields = differences(before, printed(after));
      if (MONEY_SETTINGS.some((name) => name in fields.after)) this.requireOwner(viewer);
      // The origin of the website is trusted like a trusted domain (contract 3.4), so it needs the same proof.
      if (originOf(row.siteUrl) !== originOf(after.siteUrl))
        requireProof(viewer, this.config, this.clock.now());
      change.audit({ action: 'fanclub.changed', subject: { type: 'fanclub', id }, ...fields });
      return versioned(after);
    });
  }

  /** @throws Problem (401 without a recent proof, 403 for others than owners) */
  private requireOwner(viewer: StaffViewer): void {
    if (viewer.reach('club.money') === null) {
      throw new Problem(PROBLEMS.notAllowed, {
        detail: 'Only an owner changes the currency, the tax and the limit of refunds.',
      });
    }
    requireProof(viewer, this.config, this.clock.now());
  }
}

/** @throws Problem (422) if a plan has a price that the currency does not have */
async function requirePrices(manager: EntityManager, fanclub: number, currency: string): Promise<void> {
  if (decimalsOf(currency) > 0) return;
  const found = await new ManagerStatements(manager).first(FRACTIONAL_PRICES, { fanclub, except: [] });
  if (!found) return;
  const detail = `has no decimals, but the plan ${JSON.stringify(found.name)} has prices with decimals`;
  throw new Problem(PROBLEMS.invalid, { errors: [{ pointer: pointerTo('currency'), detail }] });
}

const printed = (row: Fanclub) => ({ id: row.id, ...settingsOf(row) });

const versioned = (row: Fanclub): StaffAnswer =>
  new StaffAnswer(printed(row), { etag: etagOf(printed(row)) });
