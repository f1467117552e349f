export { CATALOGUE, Catalogue } from './catalogue';
export { type CatalogueExport, exportCatalogue, type ExportOptions } from './export-catalogue';
export { importCatalogue, type ImportOptions, type ImportResult } from './import-catalogue';
export { hasNoFanclub, seedDemo } from './shift';
