import { applyDecorators, createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiQuery } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Problem } from '#libs/problem';
import { FileUpload, ReceivesFile } from '#platform/http';
import { described } from '../described-parameter';
import { invalidRequest, PROBLEMS } from '../staff-problems';

/** The maximum length of a file's name. */
const MAX_NAME = 200;

/** For handlers that take a file of any kind. All others refuse one. */
export const TakesFile = (): MethodDecorator => applyDecorators(ReceivesFile());

/**
 * The file of a request to a `@TakesFile()` handler, as a stream. Such a request has no deadline, because the time depends on the file.
 * @throws Problem (415) if the body is something else
 */
export const FileBody = createParamDecorator(
  (_: unknown, context: ExecutionContext): FileUpload => {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { body } = request;
    if (!(body instanceof FileUpload)) {
      throw new Problem(PROBLEMS.unsupportedType, { detail: 'Send a file as application/octet-stream.' });
    }
    if (request.deadline) clearTimeout(request.deadline);
    return body;
  },
  [
    described(
      ApiConsumes('application/octet-stream'),
      ApiBody({ schema: { type: 'string', format: 'binary' } }),
    ),
  ],
);

/** The name of an uploaded file, `?name=`, without folders and characters that are not visible. @throws Problem (400) */
export const FileName = createParamDecorator(
  (_: unknown, context: ExecutionContext): string => {
    const query = context.switchToHttp().getRequest<FastifyRequest>().query as Record<string, unknown>;
    const { name, ...others } = query;
    const text = typeof name === 'string' ? cleanFileName(name) : '';
    if (text === '' || Object.keys(others).length > 0)
      throw invalidRequest('The only parameter is name, the name of the file.');
    if (text.length > MAX_NAME)
      throw invalidRequest(`The name of the file is longer than ${MAX_NAME} characters.`);
    return text;
  },
  [described(ApiQuery({ name: 'name', required: true, schema: { type: 'string', maxLength: MAX_NAME } }))],
);

/** Empty if nothing is left. */
export const cleanFileName = (name: string): string =>
  (/[^/\\]*$/.exec(name)?.[0] ?? '')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')
    .normalize('NFC')
    .replace(/^[\s.]+|[\s.]+$/g, '');
