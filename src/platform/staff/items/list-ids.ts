import type { SelectQueryBuilder } from 'typeorm';
import type { ClubRow, ClubRows } from './club-rows';
import type { ListQuery } from './list-query';

/** Up to this number, the total of a list is exact. */
export const EXACT_TOTAL = 100_000;

/** The ids of one page of a list, in order. */
export interface IdsPage {
  readonly ids: readonly number[];
  readonly total: number;
  /** Only false if there are more rows than {@link EXACT_TOTAL}, which is then the total. */
  readonly total_exact?: false;
}

/**
 * The page of a query over one table with an `id`.
 * @param sortColumns the SQL of each field that the list can be sorted by. Rows without a value come last; equal ones are sorted by id.
 */
export async function idsOfPage<E extends ClubRow>(
  { manager }: ClubRows,
  query: SelectQueryBuilder<E>,
  { page, perPage, sort, ids }: ListQuery,
  sortColumns: Readonly<Record<string, string>>,
): Promise<IdsPage> {
  const { alias } = query;
  if (ids !== null) query.andWhere(`${alias}.id = ANY (:ids)`, { ids });
  const counted = query
    .clone()
    .select('1')
    .limit(EXACT_TOTAL + 1);
  const counting = manager.createQueryBuilder().select('count(*)', 'count');
  const row = await counting
    .from(`(${counted.getQuery()})`, 'counted')
    .setParameters(counted.getParameters())
    .getRawOne<{ count: string | number }>();
  const direction = sort.descending ? 'DESC' : 'ASC';
  const sorted = query.clone().select(`${alias}.id`, 'id');
  if (sort.field === 'id') sorted.orderBy(`${alias}.id`, direction);
  else {
    sorted.addSelect(sortColumns[sort.field], 'sort_key');
    sorted.orderBy('sort_key', direction, 'NULLS LAST').addOrderBy(`${alias}.id`);
  }
  const rows = await sorted
    .offset((page - 1) * perPage)
    .limit(perPage)
    .getRawMany<{ id: string | number }>();
  const total = Number(row?.count);
  return {
    ids: rows.map(({ id }) => Number(id)),
    total: Math.min(total, EXACT_TOTAL),
    ...(total > EXACT_TOTAL && { total_exact: false as const }),
  };
}
