import { Injectable } from '@nestjs/common';
import { conflict, notFound, type StaffViewer, StaffWorkService } from '#platform/staff';
import { ErasuresService } from '../erasures.service';
import { ErasureRefused, NobodyToErase } from '../privacy.errors';

/** Erasures by staff, each with its record. */
@Injectable()
export class StaffErasuresService {
  constructor(
    private readonly work: StaffWorkService,
    private readonly erasures: ErasuresService,
  ) {}

  /** @throws Problem (404, 409) */
  async erase(viewer: StaffViewer, id: number, reason: string): Promise<void> {
    await this.work.change(viewer, async (change) => {
      await this.erasures.erase(change.statements, change.fanclubId, id, null).catch(asProblem);
      const subject = { type: 'member', id } as const;
      change.audit({ action: 'member.erased', subject, customerId: id, after: { reason } });
    });
  }
}

function asProblem(error: unknown): never {
  if (error instanceof NobodyToErase) throw notFound();
  if (error instanceof ErasureRefused) throw conflict(error.messages.join(' '));
  throw error;
}
