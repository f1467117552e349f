import type { ItemKind } from '#platform/staff';
import { PresalePool } from '../presale-pool.entity';
import { presalePoolsInCatalogue } from '../presale-pools.catalogue';

export const POOLS: ItemKind = {
  part: presalePoolsInCatalogue,
  field: 'presale_pools',
  path: 'pools',
  entity: PresalePool,
  subject: 'presale_pool',
};
