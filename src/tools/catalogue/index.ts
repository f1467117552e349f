export { CATALOGUE, Catalogue } from './catalogue';
export { importCatalogue, type ImportOptions, type ImportResult } from './import-catalogue';
export { hasNoFanclub, seedDemo } from './shift';
