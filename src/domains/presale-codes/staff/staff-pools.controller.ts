import { ClubStaffController, itemController } from '#platform/staff';
import { POOLS } from './pool-items';

/** The presale pools of a fan club. A pool with codes or links cannot be deleted. */
@ClubStaffController('pools')
export class StaffPoolsController extends itemController(POOLS, {
  read: 'presale_codes.read',
  write: 'presale_codes.write',
  sort: ['-opens_at', 'closes_at', 'name', 'id'],
  filters: ['mode'],
  search: ({ name, limit_group }) => [name, limit_group],
  remove: true,
}) {}
