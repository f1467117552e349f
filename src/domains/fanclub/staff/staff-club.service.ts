import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '#libs/clock';
import { pointerTo, Problem } from '#libs/problem';
import { originOf } from '#libs/validation';
import { Config } from '#platform/config';
import { ManagerStatements } from '#platform/database';
import {
  differences,
  etagOf,
  PROBLEMS,
  readAs,
  requireMatch,
  requireProof,
  StaffAnswer,
  type StaffViewer,
  StaffWorkService,
  conflict,
  invalidField,
} from '#platform/staff';
import { decimalsOf } from '#libs/money';
import { Order } from '#domains/orders/order.entity';
import { FRACTIONAL_PRICES } from '#domains/plans';
import { columnsOfSettings, fanclubSettings, settingsOf } from '#platform/tenants';
import { Fanclub } from '#platform/tenants/fanclub.entity';

/** Settings that decide about money. Otherwise a manager could raise the limit of refunds without the proof that refunds need. */
const MONEY_SETTINGS = [
  'currency',
  'tax_rate',
  'tax_text',
  'support_refund_limit',
  'renewal_notice_days',
  'renewal_try_days',
] as const;

/** Reads and changes the fan club's own settings. */
@Injectable()
export class StaffClubService {
  constructor(
    private readonly work: StaffWorkService,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  async one(viewer: StaffViewer): Promise<StaffAnswer> {
    const { fanclubId: id } = viewer;
    return versioned(await this.work.read(viewer, ({ manager }) => manager.findOneByOrFail(Fanclub, { id })));
  }

  /**
   * Changes settings, with the catalogue's rules.
   * @param version `If-Match`
   * @throws Problem (401 and 403 for settings of money and the address of the website, 409, 412, 422, 428)
   */
  change(viewer: StaffViewer, version: string | undefined, body: object): Promise<StaffAnswer> {
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
        throw conflict('The currency cannot be changed, because there are orders in it.');
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
        detail: 'Only an owner changes the currency, the tax, the limit of refunds and the days of renewals.',
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
  throw invalidField(pointerTo('currency'), detail);
}

const printed = (row: Fanclub) => ({ id: row.id, ...settingsOf(row) });

const versioned = (row: Fanclub): StaffAnswer =>
  new StaffAnswer(printed(row), { etag: etagOf(printed(row)) });
