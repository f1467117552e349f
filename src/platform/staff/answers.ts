import type { AnswersByStatus, FileAnswer } from '#platform/reference';
import { CsvReport } from './items/dto/csv-report.answer';

/** For handlers that answer without a body. */
export const DONE: AnswersByStatus = { 204: null };

/** For handlers that send a CSV file. @param columns its headings; absent if they depend on the data */
export const csvOf = (columns?: readonly string[]): AnswersByStatus => ({
  200: { file: 'text/csv', columns } satisfies FileAnswer,
});

/** For handlers that import a CSV file: 422 if faults prevented it. */
export const IMPORTED: AnswersByStatus = { 200: CsvReport, 422: CsvReport };
