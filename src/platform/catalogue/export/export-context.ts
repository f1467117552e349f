import { Any, type EntityManager, type FindOptionsOrder, type FindOptionsWhere, MoreThan } from 'typeorm';
import type { Sealer } from '#libs/sealed';
import { ManagerStatements, type Statements } from '#platform/database';
import type { EntityClass } from '../load/targets';

/** The export is not possible. The message is for the operator. */
export class ExportRefused extends Error {
  override readonly name = 'ExportRefused';
}

/** What a file contains. */
export interface ExportContents {
  /** Password hashes and app secrets. */
  readonly secrets: boolean;
  /** The ids of objects. Without them, references are natural keys, and an import creates new ids. */
  readonly ids: boolean;
}

/** A row of a fan club with an id. */
export interface ClubRow {
  id: number;
  fanclubId: number;
}

type RowsOf<E> = (owner: number) => readonly E[];

/** Reads the rows of an export, all as of one point in time. */
export class ExportContext implements ExportContents {
  readonly sql: Statements;
  readonly secrets: boolean;
  readonly ids: boolean;

  /** @param tx a transaction that reads one point in time */
  constructor(
    readonly tx: EntityManager,
    readonly sealer: Sealer,
    { secrets, ids }: ExportContents,
  ) {
    this.sql = new ManagerStatements(tx);
    this.secrets = secrets;
    this.ids = ids;
  }

  /** The id of an object for the file; undefined if the file has no ids. */
  id(id: number): number | undefined {
    return this.ids ? id : undefined;
  }

  /** All rows of a fan club in a table, by id. For tables that fit into memory. */
  rows<E extends ClubRow>(entity: EntityClass<E>, club: { readonly id: number }): Promise<E[]> {
    const where = { fanclubId: club.id } as FindOptionsWhere<E>;
    return this.tx.find(entity, { where, order: BY_ID as FindOptionsOrder<E> });
  }

  /** The next rows of a fan club after an id, by id; empty at the end. */
  page<E extends ClubRow>(
    entity: EntityClass<E>,
    club: { readonly id: number },
    after: number,
    take: number,
  ): Promise<E[]> {
    const where = { fanclubId: club.id, id: MoreThan(after) } as FindOptionsWhere<E>;
    return this.tx.find(entity, { where, order: BY_ID as FindOptionsOrder<E>, take });
  }

  /**
   * The rows of a table that belong to these owners, by owner.
   *
   * @param column the column with the id of the owner
   * @param order the order of the rows of an owner; by default, by id
   */
  async owned<E extends { fanclubId: number }>(
    entity: EntityClass<E>,
    club: { readonly id: number },
    column: keyof E & string,
    owners: readonly { readonly id: number }[],
    order: { readonly [K in keyof E]?: 'ASC' } = BY_ID as object,
  ): Promise<RowsOf<E>> {
    const groups = new Map<number, E[]>(owners.map(({ id }) => [id, []]));
    const where = { fanclubId: club.id, [column]: Any([...groups.keys()]) } as FindOptionsWhere<E>;
    for (const row of await this.tx.find(entity, { where, order: order as FindOptionsOrder<E> })) {
      groups.get(row[column] as number)?.push(row);
    }
    return (owner) => groups.get(owner) ?? [];
  }
}

const BY_ID = { id: 'ASC' };
