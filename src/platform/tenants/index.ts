export {
  columnsOfSettings,
  exportFanclub,
  FANCLUB_FIELDS,
  fanclubSettings,
  KEY_HOLDER,
  loadFanclub,
  settingsOf,
} from './fanclubs.catalogue';
export { HELD_FIGURES, MOVE_PREFIX } from './holds.queries';
export { servedFanclubs, servedKeys } from './served.queries';
export * from './fanclub.entity';
export {
  arriveFanclub,
  fanclubOfKey,
  HeldByMove,
  type Hold,
  HoldEnded,
  heldFanclubs,
  holdFanclub,
  leaveFanclub,
  RELEASED,
  releaseAfterMove,
  releaseFanclub,
  ServedElsewhere,
  StillWriting,
  type WritingTransaction,
} from './holds';
export { ClubHosts, hostOwnerOf, mayServeClub, type OwnHost, ownHostOf } from './club-hosts';
export * from './fan-club-host.entity';
export { storedHost } from './host.rules';
export * from './hosted-pages';
export { isBesideMainHost, routeByHost, separateClubHosts } from './route-by-host';
export * from './keys';
export type { ListedKey } from './keys.queries';
export * from './organization.entity';
export { exportOrganization, loadOrganizations, ORGANIZATION_FIELDS } from './organizations.catalogue';
export * from './renewal-days';
export * from './tenants.module';
export * from './trusted-domains';
