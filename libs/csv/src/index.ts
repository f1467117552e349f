export * from './cells';
export * from './read-column';
export {
  type Cells,
  type CsvColumns,
  type CsvFault,
  type CsvFile,
  CsvRefused,
  type CsvRow,
  ERROR_HEADING,
  readCsv,
} from './read-csv';
export * from './write-csv';
