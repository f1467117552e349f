import { COUNT, JSON_VALUE, listOf, orNull, type Schema, Shaped, TEXT } from '#platform/reference';

const FIELDS: Schema = { type: 'object', additionalProperties: JSON_VALUE };

/** A fault of a CSV file. */
export class CsvFaultOfReport {
  @Shaped(COUNT, { description: 'The first line of the row, counted from 1; the headings are line 1.' })
  line!: number;
  @Shaped(orNull(TEXT), { description: 'Null: the whole row.' }) column!: string | null;
  @Shaped(TEXT) detail!: string;
}

/** What an import does with a row that it changes. */
export class CsvChangeOfReport {
  @Shaped(COUNT, { description: 'The first line of the row.' }) line!: number;
  @Shaped(FIELDS, { description: 'The fields that change, as they are.' })
  before!: Readonly<Record<string, unknown>>;
  @Shaped(FIELDS, { description: 'The same fields after the import.' })
  after!: Readonly<Record<string, unknown>>;
}

/** What an import has done, or would do. Nothing is imported if there is a fault. */
export class CsvReport {
  @Shaped(COUNT) new!: number;
  @Shaped(COUNT) changed!: number;
  @Shaped(COUNT) unchanged!: number;
  @Shaped(listOf(TEXT), { description: 'The headings of columns that are not read.' })
  ignored!: readonly string[];
  @Shaped([CsvChangeOfReport], {
    description: 'The first 100 rows that are changed, in the order of the file; none with faults.',
  })
  changes!: readonly CsvChangeOfReport[];
  @Shaped([CsvFaultOfReport], { description: 'In the order of the file.' })
  faults!: readonly CsvFaultOfReport[];
  @Shaped(TEXT, {
    required: false,
    description:
      'The faulty rows as a CSV file that can be mended and imported; absent without faults, or if the file cannot be read.',
  })
  error_file?: string;
}
