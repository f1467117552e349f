import type { ItemKind } from '#platform/staff';
import { PresalePool } from '../presale-pool.entity';
import { presalePoolsInCatalogue } from '../presale-pools.catalogue';
import { poolNotes } from './pool-warnings';

export const POOLS: ItemKind = {
  part: presalePoolsInCatalogue,
  field: 'presale_pools',
  path: 'pools',
  entity: PresalePool,
  subject: 'presale_pool',
  notes: poolNotes,
};
