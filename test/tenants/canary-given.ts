import type { DataSource, EntityTarget } from 'typeorm';
import type { Clock } from '#libs/clock';
import { Given, type New } from '#samples';
import { postalAddress } from '#domains/shipping/shipping.samples';
import { SAMPLES } from '../samples/registry';
import { canary, CELL_OFFSET, firstId, hasCanary, type Mark, NEUTRAL_ID } from './canaries';

/** The samples' columns that take no canary. */
const LIMITED = new Set([...SAMPLES.values()].flatMap(({ limitedColumns = [] }) => limitedColumns));

/** Makes rows with a canary in every string and in the id. */
export class CanaryGiven extends Given {
  private thousands = 0;
  private filled = 0;
  private mark: Mark | undefined;

  constructor(
    private readonly database: DataSource,
    clock: Clock,
  ) {
    super(database, clock);
  }

  /** The owner of the next rows. */
  async of(mark: Mark): Promise<void> {
    this.mark = mark;
    this.thousands += 1;
    await this.countFrom(firstId(mark, this.thousands));
  }

  /** From now on, ids belong to no owner. */
  async done(): Promise<void> {
    this.mark = undefined;
    await this.countFrom(NEUTRAL_ID);
  }

  override save<Row extends object>(entity: EntityTarget<Row>, columns: New<Row>): Promise<Row> {
    const { mark } = this;
    if (!mark) throw new Error('Whose row is this to be?');
    const values: Record<string, unknown> = { ...columns };
    // An unregistered customer has no name and no address.
    if (values.registered === false) return super.save(entity, columns);
    const { name: table, columns: known } = this.database.getMetadata(entity);
    for (const { propertyName: name, type, isArray } of known) {
      if (LIMITED.has(`${table}.${name}`)) continue;
      if (isArray && type === 'text') values[name] = marked(values[name] as string[], canary(mark));
      else if (type === 'text') {
        const text = values[name] as string | null;
        values[name] = text ? stamped(text, canary(mark)) : this.fill(name, canary(mark));
      } else if (type === 'jsonb') values[name] = document(name, canary(mark));
    }
    return super.save(entity, values as New<Row>);
  }

  /** A unique text for a column that the makers leave empty. */
  private fill(name: string, mark: string): string {
    this.filled += 1;
    if (/email|senderAddress/i.test(name)) return `${mark}-${this.filled}@${name}.example.test`;
    return /url|link|path|thumbnail/i.test(name)
      ? `https://${mark}.example.test/${name}`
      : `${mark}-${name}-${this.filled}`;
  }

  private countFrom(id: number): Promise<unknown> {
    return this.database.query(
      `SELECT setval(s.seqrelid, $1 + ${CELL_OFFSET} - 1) FROM pg_class c JOIN pg_sequence s ON s.seqrelid = c.oid
       WHERE c.relnamespace = 'public'::regnamespace`,
      [id],
    );
  }
}

/** The text with a canary. URLs and e-mail addresses stay valid. */
function stamped(text: string, mark: string): string {
  if (hasCanary(text) || /^shared\b/.test(text)) return text;
  return text.includes('://') ? text.replace('://', `://${mark}.`) : `${mark}-${text}`;
}

function marked(texts: readonly string[], mark: string): string[] {
  return texts.length === 0 ? [mark] : texts.map((text) => stamped(text, mark));
}

function document(name: string, mark: string): object {
  if (!/address/i.test(name)) return { [mark]: mark };
  const entries = Object.entries(postalAddress({ country: 'US' }));
  return Object.fromEntries(
    entries.map(([key, value]) => [key, key === 'country' ? value : `${mark}-${value}`]),
  );
}
