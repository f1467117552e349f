import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** The number of this database among the databases of an installation. One row at most; without it, the database is cell 0. */
@Entity('cells')
@Check('ck_cells_own', 'own')
@Check('ck_cells_number', 'number BETWEEN 0 AND 9006')
export class Cell {
  /** Always true, so that there is no second row. */
  @PrimaryColumn('boolean', { default: true }) own!: boolean;
  @Column('integer') number!: number;
}
