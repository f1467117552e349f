export { CATALOGUE, Catalogue } from './catalogue';
export { type CatalogueExport, exportCatalogue } from './export-catalogue';
export { importCatalogue, type ImportOptions, type ImportResult } from './import-catalogue';
export { hasNoFanclub, seedDemo } from './shift';
