import { ValidationPipe } from '@nestjs/common';
import { IsString } from 'class-validator';
import fc from 'fast-check';
import { FrugalValidationPipe } from './frugal-validation.pipe';
import { OptionalInt, OptionalList, OptionalOneOf, OptionalText } from './lenient';

class Base {
  @OptionalText() text?: string;
}

class Lenient extends Base {
  @OptionalInt({ max: 9 }) limit?: number = 5;
  @OptionalList() tags?: string[];
  @OptionalOneOf(['ASC', 'DESC']) order?: 'ASC' | 'DESC' = 'ASC';
}

class Strict {
  @IsString() needed!: string;
}

class Shared {
  @OptionalList() tags?: string[] = ['all'];
}

const options = { transform: true, whitelist: true };
const frugal = new FrugalValidationPipe(options);
const thorough = new ValidationPipe(options);

describe('FrugalValidationPipe', () => {
  it('gives of every query what a ValidationPipe gives', async () => {
    const names = ['text', 'limit', 'tags', 'order', 'key', '_', '__proto__', 'constructor'];
    const query = fc.dictionary(fc.constantFrom(...names), fc.constantFrom('', '3', 'ASC', 'a,b', 'x'));
    await fc.assert(
      fc.asyncProperty(query, async (given) => {
        const metadata = { type: 'query', metatype: Lenient } as const;
        const [seldom, always] = await Promise.all([
          frugal.transform({ ...given }, metadata),
          thorough.transform({ ...given }, metadata),
        ]);
        expect(seldom).toStrictEqual(always);
      }),
    );
  });

  it('does not validate a query that names no parameter', async () => {
    const metadata = { type: 'query', metatype: Lenient } as const;
    await frugal.transform({ key: 'x' }, metadata);
    const validate = jest.spyOn(ValidationPipe.prototype, 'transform');
    const one = await frugal.transform({ key: 'x' }, metadata);
    expect(validate).not.toHaveBeenCalled();
    validate.mockRestore();
    expect(one).toStrictEqual(new Lenient());
    expect(one).not.toBe(await frugal.transform({ key: 'y' }, metadata));
  });

  it('refuses a query without a parameter that is needed, each time', async () => {
    const metadata = { type: 'query', metatype: Strict } as const;
    for (const turn of [1, 2]) {
      await expect(frugal.transform({ turn }, metadata)).rejects.toThrow('Bad Request');
    }
    expect(await frugal.transform({ needed: 'x', turn: 3 }, metadata)).toEqual({ needed: 'x' });
  });

  it('gives nobody a value that somebody else could change', async () => {
    const metadata = { type: 'query', metatype: Shared } as const;
    const one = (await frugal.transform({}, metadata)) as Shared;
    one.tags?.push('mine');
    expect(await frugal.transform({}, metadata)).toEqual({ tags: ['all'] });
  });

  it.each([
    ['a query of no class', { a: '1' }, { type: 'query', metatype: Object }],
    ['a value of a query', ['1', '2'], { type: 'query', metatype: Object, data: 'token' }],
    ['values of a query', ['1', '2'], { type: 'query', metatype: Array, data: 'tokens' }],
  ] as const)('gives of %s what a ValidationPipe gives', async (_name, value, metadata) => {
    const [seldom, always] = await Promise.all([
      frugal.transform(value, metadata),
      thorough.transform(value, metadata),
    ]);
    expect(seldom).toStrictEqual(always);
  });

  it('leaves bodies and parameters to the ValidationPipe', async () => {
    await expect(frugal.transform({}, { type: 'body', metatype: Strict })).rejects.toThrow('Bad Request');
    expect(await frugal.transform('7', { type: 'param', metatype: Number, data: 'id' })).toBe(7);
  });
});
