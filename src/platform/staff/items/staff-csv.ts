import { createParamDecorator, type ExecutionContext, SetMetadata, StreamableFile } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiQuery } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { type Cells, writeCsv } from '#libs/csv';
import { Problem } from '#libs/problem';
import { CsvUpload } from '#platform/http';
import { described } from '../described-parameter';
import { PROBLEMS } from '../staff-problems';

/** The metadata key of handlers that take a CSV file. */
export const TAKES_CSV = 'fanclub:takes-csv';

/** For handlers that take a CSV file. All others refuse one. */
export const TakesCsv = (): MethodDecorator => SetMetadata(TAKES_CSV, true);

/**
 * The CSV file of a request to a `@TakesCsv()` handler, as a stream. Such a request has no deadline, because the time depends on
 * the file. @throws Problem (415) if the body is something else
 */
export const CsvBody = createParamDecorator(
  (_: unknown, context: ExecutionContext): CsvUpload => {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { body } = request;
    if (!(body instanceof CsvUpload)) {
      throw new Problem(PROBLEMS.unsupportedType, { detail: 'Send a CSV file as text/csv.' });
    }
    if (request.deadline) clearTimeout(request.deadline);
    return body;
  },
  [described(ApiConsumes('text/csv'), ApiBody({ schema: { type: 'string' } }))],
);

/** Whether an import only checks the file: `?dry_run=true`. @throws Problem (400) for any other value but `false` */
export const DryRun = createParamDecorator(
  (_: unknown, context: ExecutionContext): boolean => {
    const query = context.switchToHttp().getRequest<FastifyRequest>().query as Record<string, unknown>;
    const { dry_run: dryRun = 'false', ...others } = query;
    if (Object.keys(others).length > 0 || (dryRun !== 'true' && dryRun !== 'false')) {
      throw new Problem(PROBLEMS.invalidRequest, { detail: 'The only parameter is dry_run, true or false.' });
    }
    return dryRun === 'true';
  },
  [described(ApiQuery({ name: 'dry_run', required: false, schema: { type: 'boolean', default: false } }))],
);

/** A CSV file for download, sent as the rows are read. @param name without ending */
export const csvFile = (
  name: string,
  headings: readonly string[],
  rows: Iterable<Cells> | AsyncIterable<Cells>,
): StreamableFile =>
  new StreamableFile(writeCsv(headings, rows), {
    type: 'text/csv; charset=utf-8',
    disposition: `attachment; filename="${name}.csv"`,
  });
