import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { COUNT, listOf, objectOf, type Schema, type Shape } from '#platform/reference';
import { described } from '../described-parameter';
import { invalidRequest } from '../staff-problems';

/** The largest page, and the usual one. */
const MAX_PER_PAGE = 200;
const PER_PAGE = 25;

/** What a list can be sorted and filtered by. */
export interface ListRules {
  /** Names of fields; the first is the default. A leading minus means descending. */
  readonly sort: readonly string[];
  /** Names of filters beside `q`, which searches, and `ids`. */
  readonly filters: readonly string[];
}

/** The requested page of a list. */
export interface ListQuery {
  readonly page: number;
  readonly perPage: number;
  readonly sort: { readonly field: string; readonly descending: boolean };
  /** The words that are searched for; null without a search. */
  readonly q: string | null;
  /** Only the rows with these ids; null: all. */
  readonly ids: readonly number[] | null;
  readonly filters: Readonly<Record<string, string>>;
}

/** A page of a list. */
export interface ListPage<T> {
  readonly data: readonly T[];
  readonly total: number;
  /** False if there are more rows than `total`. */
  readonly total_exact?: false;
}

/** The query of a list. Unknown parameters are refused, so that a typing error does not list everything. */
export const ListOf = (rules: ListRules): ParameterDecorator =>
  createParamDecorator(
    (_: unknown, context: ExecutionContext): ListQuery =>
      listQuery(context.switchToHttp().getRequest<FastifyRequest>().query as Record<string, unknown>, rules),
    [described(...listParameters(rules))],
  )();

/** The query of a list for an export, which has the rows of all pages in an order of its own. */
export const ExportOf = (rules: Pick<ListRules, 'filters'>): ParameterDecorator =>
  ListOf({ filters: rules.filters, sort: ['id'] });

/** The answer of a handler with {@link ListOf}, described: a {@link ListPage} of these items. */
export const listAnswer = (item: Shape): Schema =>
  objectOf({ data: listOf(item), total: COUNT, total_exact: { type: 'boolean', const: false } }, [
    'total_exact',
  ]);

function listParameters({ sort, filters }: ListRules): MethodDecorator[] {
  const fields = [...new Set(sort.map((field) => field.replace(/^-/, '')))];
  const schemas: Record<string, Schema> = {
    page: { type: 'integer', minimum: 1, default: 1 },
    per_page: { type: 'integer', minimum: 1, maximum: MAX_PER_PAGE, default: PER_PAGE },
    sort: { type: 'string', enum: fields.flatMap((field) => [field, `-${field}`]), default: sort[0] },
    q: { type: 'string', description: 'Words that are searched for.' },
    ids: { type: 'string', pattern: '^\\d+(,\\d+)*$' },
    ...Object.fromEntries(filters.map((name) => [name, { type: 'string' }])),
  };
  return Object.entries(schemas).map(([name, schema]) => ApiQuery({ name, required: false, schema }));
}

/** @throws Problem (400) */
export function listQuery(query: Readonly<Record<string, unknown>>, { sort, filters }: ListRules): ListQuery {
  const known = ['page', 'per_page', 'sort', 'q', 'ids', ...filters];
  for (const [name, value] of Object.entries(query)) {
    if (!known.includes(name))
      throw invalidRequest(`There is no parameter ${name}; there are ${known.join(', ')}.`);
    if (typeof value !== 'string') throw invalidRequest(`The parameter ${name} is given twice.`);
    if (value.includes('\0'))
      throw invalidRequest(`The parameter ${name} contains a character that no text has.`);
  }
  const given = query as Readonly<Record<string, string | undefined>>;
  const [usual] = sort;
  const order = given.sort ?? usual;
  const field = order.replace(/^-/, '');
  if (!sort.some((one) => one.replace(/^-/, '') === field)) {
    throw invalidRequest(`The list cannot be sorted by ${field}; it can by ${sort.join(', ')}.`);
  }
  return {
    page: whole(given.page, 'page', 1, Number.MAX_SAFE_INTEGER) ?? 1,
    perPage: whole(given.per_page, 'per_page', 1, MAX_PER_PAGE) ?? PER_PAGE,
    sort: { field, descending: order.startsWith('-') },
    q: given.q?.trim() || null,
    ids:
      given.ids === undefined
        ? null
        : given.ids.split(',').map((id) => whole(id, 'ids', 0, Number.MAX_SAFE_INTEGER) ?? 0),
    filters: Object.fromEntries(
      filters.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])),
    ),
  };
}

/** The page of items that are all in memory. @param search the texts of an item that `q` looks into */
export function pageOf<T extends { readonly id: number }>(
  items: readonly T[],
  { page, perPage, sort, q, ids, filters }: ListQuery,
  search: (item: T) => readonly unknown[],
): ListPage<T> {
  const found = matching(items, { q, ids, filters }, search);
  const sign = sort.descending ? -1 : 1;
  const sorted = found.sort(
    (one, other) =>
      compared(fieldsOf(one)[sort.field], fieldsOf(other)[sort.field], sign) || one.id - other.id,
  );
  return { data: sorted.slice((page - 1) * perPage, page * perPage), total: found.length };
}

/** The items that match the words, ids and filters of a list. */
export function matching<T extends { readonly id: number }>(
  items: readonly T[],
  { q, ids, filters }: Pick<ListQuery, 'q' | 'ids' | 'filters'>,
  search: (item: T) => readonly unknown[],
): T[] {
  const words = q?.toLowerCase().split(/\s+/) ?? [];
  return items.filter((item) => {
    const text = search(item).join(' ').toLowerCase();
    return (
      words.every((word) => text.includes(word)) &&
      (ids === null || ids.includes(item.id)) &&
      Object.entries(filters).every(([name, value]) => String(fieldsOf(item)[name]) === value)
    );
  });
}

const fieldsOf = (item: object) => item as Readonly<Record<string, unknown>>;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Nulls come last; texts are compared as people sort them. */
function compared(one: unknown, other: unknown, sign: number): number {
  if (one == null || other == null) return Number(one == null) - Number(other == null);
  if (typeof one === 'number' && typeof other === 'number') return sign * (one - other);
  return sign * textOf(one).localeCompare(textOf(other), 'en', { numeric: true });
}

function whole(text: string | undefined, name: string, least: number, most: number): number | null {
  if (text === undefined) return null;
  const value = /^\d{1,16}$/.test(text) ? Number(text) : NaN;
  if (!(value >= least && value <= most))
    throw invalidRequest(`${name} must be a number from ${least} to ${most}.`);
  return value;
}
