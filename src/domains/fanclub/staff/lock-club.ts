import type { ClubChange } from '#platform/staff';
import { Fanclub } from '#platform/tenants/fanclub.entity';

/** Changes that count rows of a fan club, or move its main one, wait for each other. */
export async function lockClub({ manager, fanclubId }: ClubChange): Promise<void> {
  await manager.findOneOrFail(Fanclub, { where: { id: fanclubId }, lock: { mode: 'pessimistic_write' } });
}
