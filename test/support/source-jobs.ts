import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { JobMark } from '../../src/platform/jobs';

const SOURCES = join(__dirname, '../../src');

/** The names of the jobs that the classes of the service declare with `@Job`, sorted. */
export function jobsInSource(): string[] {
  return readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
    .filter((file) => /^ *@Job\b/m.test(readFileSync(join(SOURCES, file), 'utf8')))
    .flatMap((file) => Object.values(jest.requireActual<object>(join(SOURCES, file))))
    .filter((value) => typeof value === 'function')
    .flatMap(({ prototype }) => Object.values(Object.getOwnPropertyDescriptors(prototype as object)))
    .flatMap(({ value }) => (typeof value === 'function' ? [jobName(value as object)] : []))
    .filter((name) => name !== undefined)
    .sort();
}

const jobName = (method: object) =>
  (Reflect.getMetadata(JobMark.KEY, method) as { name: string } | undefined)?.name;
