import type { EntityManager, FindOptionsWhere, ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { QueryDeepPartialEntity } from 'typeorm/query-builder/QueryPartialEntity';
import { ManagerStatements, type Statements } from '#platform/database';
import { notFound } from '../staff-problems';

/** The class of an entity whose rows belong to fan clubs. */
export type ClubEntity<E extends ClubRow> = new () => E;

/** A row of a fan club. */
export interface ClubRow extends ObjectLiteral {
  fanclubId: number;
}

/** The rows of one fan club. Every condition contains the fan club, so that handlers cannot forget it. */
export class ClubRows {
  /** For the use cases of domains, which take statements. */
  readonly statements: Statements;

  constructor(
    readonly manager: EntityManager,
    readonly fanclubId: number,
  ) {
    this.statements = new ManagerStatements(manager);
  }

  /** A query of one table, without other fan clubs' rows. A join must name the fan club as well. */
  select<E extends ClubRow>(entity: ClubEntity<E>, alias: string): SelectQueryBuilder<E> {
    const { fanclubId } = this;
    return this.manager
      .createQueryBuilder(entity, alias)
      .where(`${alias}.fanclubId = :fanclubId`, { fanclubId });
  }

  /** The rows that match, by id. */
  find<E extends ClubRow & { id: number }>(
    entity: ClubEntity<E>,
    where: FindOptionsWhere<E> = {},
  ): Promise<E[]> {
    return this.manager.find(entity, {
      where: { ...where, fanclubId: this.fanclubId } as FindOptionsWhere<E>,
      order: { id: 'ASC' } as object,
    });
  }

  /** The row of an id. @throws Problem (404) if this fan club has none */
  async one<E extends ClubRow & { id: number }>(entity: ClubEntity<E>, id: number): Promise<E> {
    const row = await this.select(entity, 'row').andWhere('row.id = :id', { id }).getOne();
    if (!row) throw notFound();
    return row;
  }

  /** As {@link one}; other transactions wait until this one has ended before they change the row. */
  async lock<E extends ClubRow & { id: number }>(entity: ClubEntity<E>, id: number): Promise<E> {
    const query = this.select(entity, 'row').andWhere('row.id = :id', { id });
    const row = await query.setLock('for_no_key_update').getOne();
    if (!row) throw notFound();
    return row;
  }

  /** Locks all rows of the fan club, as {@link lock} does. */
  async lockAll<E extends ClubRow & { id: number }>(entity: ClubEntity<E>): Promise<void> {
    const query = this.select(entity, 'row').select('row.id').orderBy('row.id');
    await query.setLock('for_no_key_update').getRawMany();
  }

  /** Inserts a row and returns its id. */
  async insert<E extends ClubRow & { id: number }>(
    entity: ClubEntity<E>,
    values: Omit<QueryDeepPartialEntity<E>, 'fanclubId'>,
  ): Promise<number> {
    const row = { ...values, fanclubId: this.fanclubId } as QueryDeepPartialEntity<E>;
    const { identifiers } = await this.manager.insert(entity, row);
    return Number((identifiers[0] as { id: number }).id);
  }

  /** Changes the row of an id. @throws Problem (404) if this fan club has none */
  async update<E extends ClubRow & { id: number }>(
    entity: ClubEntity<E>,
    id: number,
    values: QueryDeepPartialEntity<E>,
  ): Promise<void> {
    const where = { id, fanclubId: this.fanclubId } as FindOptionsWhere<E>;
    const { affected } = await this.manager.update(entity, where, values);
    if (affected !== 1) throw notFound();
  }

  /** Deletes the row of an id. @throws Problem (404) if this fan club has none */
  async remove<E extends ClubRow & { id: number }>(entity: ClubEntity<E>, id: number): Promise<void> {
    const where = { id, fanclubId: this.fanclubId } as FindOptionsWhere<E>;
    const { affected } = await this.manager.delete(entity, where);
    if (affected !== 1) throw notFound();
  }
}
