import type { DataSource, DeepPartial, EntityTarget } from 'typeorm';
import type { Clock } from '#libs/clock';

export * from './constants';
export type * from './samples';
export type * from './staff-route-sample';

type Generated = 'id' | 'createdAt' | 'updatedAt';

type MayBeNull<E> = { [Name in keyof E]: null extends E[Name] ? Name : never }[keyof E];

/** The columns of a row to be saved. Those that the database fills in itself, or that may be null, may be absent. */
export type New<E> = Omit<E, Generated | MayBeNull<E>> &
  Partial<Pick<E, (Generated & keyof E) | MayBeNull<E>>>;

/**
 * Builds the world of one test, row by row: `await given.subscription({ customer, plan })`. Its makers are those of all
 * `*.samples.ts`, which add their types to this class.
 *
 * - Every omitted value has a sensible default: related rows are made, times lie around the test clock.
 * - Rows belong to the test's fan club, unless their relatives or `fanclubId` say otherwise.
 * - Values come from a counter, never from a random source, so that a failed test fails again.
 */
export class Given {
  /** The test's fan club; undefined before the first one is made. */
  tenant: Promise<{ id: number; organizationId: number; key: string }> | undefined;
  private count = 0;

  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {}

  /** The base of the next row's defaults: a number that is unique in the test, and the time of the test clock. */
  seed(): { n: number; now: Date } {
    this.count += 1;
    return { n: this.count, now: this.clock.now() };
  }

  /** The fan club of the first of these rows or inputs that has one; else the test's. */
  async clubOf(...relatives: readonly ({ fanclubId?: number } | null | undefined)[]): Promise<number> {
    const named = relatives.find((one) => one?.fanclubId !== undefined);
    return named?.fanclubId ?? (await (this.tenant ?? this.fanclub())).id;
  }

  /** Inserts a row at the time of the test clock, and returns it with the columns that the database fills in. */
  async save<Row extends object>(entity: EntityTarget<Row>, columns: New<Row>): Promise<Row> {
    const repository = this.dataSource.getRepository(entity);
    const now = this.clock.now();
    const nullable = repository.metadata.columns.filter(
      ({ isNullable, default: usual }) => isNullable && !usual,
    );
    const nulls = Object.fromEntries(nullable.map(({ propertyName }) => [propertyName, null]));
    const row = repository.create({
      ...nulls,
      createdAt: now,
      updatedAt: now,
      ...columns,
    } as DeepPartial<Row>);
    await repository.insert(row);
    return row;
  }
}

/** The rows and ids that the samples add to a fan club of the generated suites. Requests can name them. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- filled by declaration merging
export interface ClubRows {}

/** The rows and ids that the samples add to a customer of the generated suites. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- filled by declaration merging
export interface MemberRows {}

/** Types the makers of a `*.samples.ts`: `this` is the {@link Given} that they become methods of. */
export function makersOf<Makers extends object>(makers: Makers & ThisType<Given>): Makers {
  return makers;
}

/** Handles one item after the other, so that ids rise in the given order. */
export async function sequentially<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) results.push(await work(item));
  return results;
}
