export { type ChangeKind, Changes, ChangesNotAllowed } from './changes';
export { CatalogueFaults, describeFault, type Fault } from '#platform/catalogue';
export { catalogueSchema } from './format/catalogue.format';
export {
  importCatalogue,
  type ImportOptions,
  type ImportProgress,
  type ImportResult,
} from './import-catalogue';
export type { ImportSummary, RowCounts } from './load/loading';
export { seedDemo, shiftCatalogue } from './shift';
