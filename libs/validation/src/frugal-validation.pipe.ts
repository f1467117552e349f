import { type ArgumentMetadata, ValidationPipe } from '@nestjs/common';
import { getMetadataStorage } from 'class-validator';

/** What a query class makes of a query that names none of its parameters. */
interface Unasked {
  /** The parameters that the class knows. */
  readonly names: ReadonlySet<string>;
  /** A value for each; null where there is none to give, or not one that can be shared. */
  readonly values: object | null;
}

type QueryClass = new () => object;

/**
 * A `ValidationPipe` that does not validate again what it has validated before: of most queries, nothing but the key. What a
 * query class makes of a query without any parameter that it knows is found out once. `whitelist` must be on, so that the others
 * make no difference.
 */
export class FrugalValidationPipe extends ValidationPipe {
  private readonly unasked = new Map<QueryClass, Promise<Unasked>>();

  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    const { type, data, metatype } = metadata;
    // Only a query as a whole, and one that has a class of its own.
    if (type === 'query' && data === undefined && this.toValidate(metadata)) {
      const { names, values } = await this.unaskedOf(metatype as QueryClass, metadata);
      const isUnasked = !Object.keys(value as object).some((name) => names.has(name));
      if (isUnasked && values !== null) return Object.assign(new (metatype as QueryClass)(), values);
    }
    return super.transform(value, metadata) as unknown;
  }

  private unaskedOf(metatype: QueryClass, metadata: ArgumentMetadata): Promise<Unasked> {
    let known = this.unasked.get(metatype);
    if (!known) this.unasked.set(metatype, (known = this.findOut(metatype, metadata)));
    return known;
  }

  private async findOut(metatype: QueryClass, metadata: ArgumentMetadata): Promise<Unasked> {
    const validations = getMetadataStorage().getTargetValidationMetadatas(metatype, '', false, false);
    const names = new Set(validations.map(({ propertyName }) => propertyName));
    const values = await (super.transform({}, metadata) as Promise<object>).catch(() => null);
    const isSharable =
      values instanceof metatype &&
      Object.values(values).every((one) => typeof one !== 'object' || one === null);
    return { names, values: isSharable ? values : null };
  }
}
