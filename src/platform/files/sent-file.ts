import { StreamableFile } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { isHead } from '#platform/http';
import { wantedRange } from './byte-range';
import type { FilePlace, Files } from './files';

/** A stored file as it is downloaded. */
export interface SentFile extends FilePlace {
  /** Who downloads; see {@link Files.open}. */
  readonly owner: string;
  readonly fileName: string;
  readonly mediaType: string;
  readonly size: number;
  readonly sha256: Buffer;
}

/**
 * Answers with a file, or the part of it that `Range` names. Browsers save it and never show it, so that nothing of it runs on our
 * origin; caches do not store it.
 * @throws FileMissing, FileStoreDown, Overloaded, TooManyDownloads
 */
export async function sendFile(
  files: Files,
  file: SentFile,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<StreamableFile> {
  const { size, mediaType, fileName } = file;
  const tag = fileTag(file);
  const { range: header, 'if-range': ifRange } = request.headers;
  const range = ifRange === undefined || ifRange === tag ? wantedRange(header, size) : 'whole';
  const part = typeof range === 'object' ? range : null;
  const length = part ? part.last - part.first + 1 : range === 'none' ? 0 : size;
  const isEmpty = range === 'none' || isHead(request);
  const stream = isEmpty ? Readable.from([]) : await files.open(file, part, file.owner);
  reply
    .status(part ? 206 : range === 'none' ? 416 : 200)
    .type(mediaType === 'text/plain' ? 'text/plain; charset=utf-8' : mediaType)
    .header('content-disposition', attachment(fileName))
    .header('content-length', length)
    .header('accept-ranges', 'bytes')
    .header('etag', tag)
    .header('cache-control', 'private, no-store');
  if (part) reply.header('content-range', `bytes ${part.first}-${part.last}/${size}`);
  else if (range === 'none') reply.header('content-range', `bytes */${size}`);
  return new StreamableFile(stream);
}

/** The entity tag of a file. */
export const fileTag = ({ sha256 }: Pick<SentFile, 'sha256'>): string => `"${sha256.toString('hex')}"`;

/** The header `Content-Disposition` (RFC 6266) that makes browsers save a file under its name. */
export function attachment(fileName: string): string {
  const ascii = fileName.replace(/[^\w .()+-]/g, '_');
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
