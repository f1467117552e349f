import { Injectable, Logger } from '@nestjs/common';
import { Published } from '#platform/published';
import {
  type ClubChange,
  conflict,
  notFound,
  type Repeatable,
  type StaffViewer,
  StaffWorkService,
} from '#platform/staff';
import { ProviderError } from '#domains/payment-providers';
import { type ChargeToSend, SavedCardChargesService } from '#domains/payments';
import type { Club, Step } from '../renewal-circumstances';
import { chargeRefusal, controlsOf, type Refusal, resumption, stopRefusal } from '../renewal-controls.rules';
import { RenewalMailsService } from '../renewal-mails.service';
import { RenewalStepsService } from '../renewal-steps.service';
import { offersNothing, repeatedMail } from '../renewal-mail.rules';
import { RenewalsService } from '../renewals.service';
import type { ChangedRenewal } from './dto/renewal.answers';
import { RENEWAL_STATE } from './staff-renewals.queries';

const REFUSALS: Readonly<Record<Refusal, string>> = {
  state: 'The renewal has changed, and this is not possible any more. Look at it again.',
  not_present: 'The member has another membership by now, or this one has ended.',
  opted_out: 'The member has turned automatic renewal off. Only the member can turn it on.',
  no_card: 'The member has no card that can be charged.',
  buying: 'The member is at the checkout. Try again in an hour.',
  not_announced: 'Another plan or a higher price would be charged than the member was told.',
  nothing_sold:
    'Nothing that follows can be bought at the moment: look at the plans and the payment account.',
  tried: 'The card was tried four times. Send the payment link to the member.',
  declined: 'The bank refused the card for good. The member can save another one, or pay by the link.',
  late: 'Too little time is left to announce a charge. Send the payment link to the member.',
};

/** What staff do with renewals, by the steps of the renewals themselves, each with its record. */
@Injectable()
export class RenewalActionsService {
  private readonly log = new Logger('RenewalActions');

  constructor(
    private readonly work: StaffWorkService,
    private readonly renewals: RenewalsService,
    private readonly steps: RenewalStepsService,
    private readonly mails: RenewalMailsService,
    private readonly charges: SavedCardChargesService,
    private readonly published: Published,
  ) {}

  /** Stops a renewal until staff resume it; a mail tells the member. @throws Problem (404, 409) */
  async stop(viewer: StaffViewer, id: number, reason: string): Promise<ChangedRenewal> {
    await this.act(viewer, id, async (change, step) => {
      const refusal = stopRefusal(step.row, step.situation.of, step.now);
      if (refusal) throw refused(refusal);
      await this.steps.take(change.statements, step, { act: 'stop', reason: 'staff' });
      this.audit(change, 'renewal.stopped', step, { reason });
    });
    return this.present(viewer, id);
  }

  /** Resumes a renewal that staff stopped. @throws Problem (404, 409) */
  async resume(viewer: StaffViewer, id: number, reason: string): Promise<ChangedRenewal> {
    await this.act(viewer, id, async (change, step) => {
      const decision = resumption(step.row, step.situation.of, step.now);
      if (typeof decision === 'string') throw refused(decision);
      await this.steps.take(change.statements, step, decision);
      this.audit(change, 'renewal.resumed', step, { reason });
    });
    return this.present(viewer, id);
  }

  /** Sends the mail of the present state again, with its link. @throws Problem (404, 409) */
  async mail(viewer: StaffViewer, id: number): Promise<ChangedRenewal> {
    await this.act(viewer, id, async (change, step) => {
      const { row, situation, now } = step;
      if (!controlsOf(row, now).includes('mail') || situation.of.isRenewed) throw refused('state');
      const repeated = repeatedMail(row, situation.of);
      if (!repeated) throw refused('state');
      if (offersNothing(repeated, situation.of)) throw refused('nothing_sold');
      const { kind, ...point } = repeated;
      await this.mails.queue(change.statements, step.club.fanclub, kind, situation, point);
      this.audit(change, 'renewal.mailed', step, { kind });
    });
    return this.present(viewer, id);
  }

  /**
   * Charges the saved card now instead of at the next try, once per `Idempotency-Key`. If the provider does not answer, the job
   * looks the charge up. @throws Problem (404, 409)
   */
  async charge(viewer: StaffViewer, id: number, request: Repeatable): Promise<ChangedRenewal> {
    const club = await this.club(viewer);
    let stored: ChargeToSend | null = null;
    await this.work.once(viewer, request, async (change) => {
      const step = await this.held(change, club, id);
      const refusal = chargeRefusal(step.row, step.situation.of, step.now);
      if (refusal) throw refused(refusal);
      stored = await this.steps.take(change.statements, step, { act: 'charge' });
      if (!stored) throw refused('buying');
      this.audit(change, 'renewal.charged', step, {
        amount: (step.situation.of.price as { total: string }).total,
      });
      return { id };
    });
    await this.follow(club, id, stored);
    return this.present(viewer, id);
  }

  /** Sends a stored charge, and does what follows from its outcome. */
  private async follow({ fanclub }: Club, id: number, stored: ChargeToSend | null): Promise<void> {
    try {
      if (stored) await this.charges.send(fanclub, stored);
      await this.renewals.advance(fanclub, id);
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      this.log.warn(`renewal ${id} of fan club ${fanclub.id} waits: ${error.code}`);
    }
  }

  private async act(
    viewer: StaffViewer,
    id: number,
    work: (change: ClubChange, step: Step) => Promise<void>,
  ): Promise<void> {
    const club = await this.club(viewer);
    await this.work.change(viewer, async (change) => work(change, await this.held(change, club, id)));
  }

  private async club(viewer: StaffViewer): Promise<Club> {
    return this.renewals.clubOf((await this.published.byId(viewer.fanclubId))!);
  }

  /** @throws Problem (404) */
  private async held(change: ClubChange, club: Club, id: number): Promise<Step> {
    const step = await this.renewals.hold(change.statements, club, id);
    if (!step) throw notFound();
    return { ...step, cause: 'staff' };
  }

  private audit(change: ClubChange, action: RenewalAction, { row }: Step, after: Recorded): void {
    const subject = { type: 'renewal', id: row.id } as const;
    change.audit({ action, subject, customerId: row.customerId, before: { state: row.state }, after });
  }

  private present(viewer: StaffViewer, id: number): Promise<ChangedRenewal> {
    return this.work.read(viewer, async ({ statements, fanclubId: fanclub }) => ({
      id,
      state: (await statements.first(RENEWAL_STATE, { fanclub, renewal: id }))!.state,
    }));
  }
}

type Recorded = Readonly<Record<string, unknown>>;

type RenewalAction = 'renewal.charged' | 'renewal.mailed' | 'renewal.resumed' | 'renewal.stopped';

const refused = (refusal: Refusal) => conflict(REFUSALS[refusal]);
