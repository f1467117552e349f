export {
  CatalogueFaults,
  type ChangeKind,
  Changes,
  ChangesNotAllowed,
  describeFault,
  type Fault,
  type ImportSummary,
  type RowCounts,
} from '#platform/catalogue';
export { CATALOGUE, Catalogue } from './catalogue';
export {
  importCatalogue,
  type ImportOptions,
  type ImportProgress,
  type ImportResult,
} from './import-catalogue';
export { seedDemo, shiftCatalogue } from './shift';
