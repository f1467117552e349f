import { COUNT, orNull, Shaped, TEXT } from '#platform/reference';

/** A fault of a CSV file. */
export class CsvFaultOfReport {
  @Shaped(COUNT, { description: 'The first line of the row, counted from 1; the headings are line 1.' })
  line!: number;
  @Shaped(orNull(TEXT), { description: 'Null: the whole row.' }) column!: string | null;
  @Shaped(TEXT) detail!: string;
}

/** What an import has done, or would do. Nothing is imported if there is a fault. */
export class CsvReport {
  @Shaped(COUNT) new!: number;
  @Shaped(COUNT) changed!: number;
  @Shaped(COUNT) unchanged!: number;
  @Shaped([CsvFaultOfReport], { description: 'In the order of the file.' })
  faults!: readonly CsvFaultOfReport[];
  @Shaped(TEXT, {
    required: false,
    description:
      'The faulty rows as a CSV file that can be mended and imported; absent without faults, or if the file cannot be read.',
  })
  error_file?: string;
}
