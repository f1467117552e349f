import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/clock';
import { Problem, pointerTo } from '#libs/problem';
import { fill } from '#libs/validation';
import type { Statements } from '#platform/database';
import { Published } from '#platform/published';
import {
  type ClubRows,
  differences,
  etagOf,
  notFound,
  PROBLEMS,
  requireMatch,
  StaffAnswer,
  type StaffViewer,
  StaffWorkService,
} from '#platform/staff';
import { AccountControlsService } from '#domains/accounts';
import { readBuyer } from '#domains/fulfilment';
import {
  type ShippingAnswer,
  type ShippingCustomer,
  ShippingService,
  shippingShape,
  shippingUpdateShape,
  UpdateShippingBody,
} from '#domains/shipping';
import { heldMember } from './held-member';
import { memberOf } from './staff-members.service';

/** The postal address of a member and the options of packages, which staff correct by the rules that the member obeys. */
@Injectable()
export class MemberShippingService {
  constructor(
    private readonly work: StaffWorkService,
    private readonly accounts: AccountControlsService,
    private readonly shipping: ShippingService,
    private readonly published: Published,
    private readonly clock: Clock,
  ) {}

  /** What the member would change. The look is recorded once an hour. @throws Problem (404) */
  async show(viewer: StaffViewer, id: number): Promise<StaffAnswer> {
    const details = await this.work.read(viewer, async (rows) => {
      await memberOf(rows, id, this.clock.now());
      return this.present(rows, id);
    });
    await this.work.recordRead(viewer, id);
    return new StaffAnswer(details, { etag: etagOf(details) });
  }

  /** Stores the address and the options that were sent. @param version `If-Match` @throws Problem (404, 412, 422, 428) */
  async change(
    viewer: StaffViewer,
    id: number,
    version: string | undefined,
    body: object,
  ): Promise<StaffAnswer> {
    const changed = await this.work.change(viewer, async (change) => {
      await heldMember(this.accounts, change, id);
      const before = await this.present(change, id);
      requireMatch(version, before);
      refuseUnknown(body);
      const of = await this.customerOf(change.statements, change.fanclubId, id);
      const updated = await this.shipping.updateOf(change.statements, of, fill(UpdateShippingBody, body));
      const after = shippingUpdateShape(updated);
      const facts = differences(recorded(before), recorded(after));
      const subject = { type: 'member', id } as const;
      change.audit({ action: 'member.shipping_changed', subject, customerId: id, ...facts });
      return after;
    });
    const { address, items } = changed;
    return new StaffAnswer(changed, { etag: etagOf({ address, items }) });
  }

  private async present(rows: ClubRows, id: number): Promise<ShippingAnswer> {
    const of = await this.customerOf(rows.statements, rows.fanclubId, id);
    return shippingShape(await this.shipping.detailsOf(rows.statements, of));
  }

  private async customerOf(db: Statements, fanclubId: number, id: number): Promise<ShippingCustomer> {
    const fanclub = await this.published.byId(fanclubId);
    if (!fanclub) throw notFound();
    const customer = await readBuyer(db, fanclubId, id, this.clock.now());
    return { fanclub, customer, membership: customer.membership };
  }
}

const FIELDS = ['first_name', 'last_name', 'address', 'address_2', 'city', 'state', 'postal_code', 'country'];

/** @throws Problem (422) for a field that the form does not have, which the public API ignores */
function refuseUnknown(body: object): void {
  const unknown = Object.keys(body).filter((name) => !FIELDS.includes(name) && !/^item_type_\d+$/.test(name));
  const errors = unknown.map((name) => ({ pointer: pointerTo(name), detail: 'is not a known field' }));
  if (errors.length > 0) throw new Problem(PROBLEMS.invalid, { errors });
}

/** The address and the chosen options, for the record. */
const recorded = ({ address, items }: ShippingAnswer): Readonly<Record<string, unknown>> => ({
  ...address,
  ...Object.fromEntries(
    Object.entries(items).map(([name, { options }]) => [
      name,
      options.find(({ selected }) => selected)?.name ?? null,
    ]),
  ),
});
